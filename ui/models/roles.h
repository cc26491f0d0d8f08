// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace rollcall {

/// What a cell tells its view beyond the text. Colours and shapes are the theme's business; models stay free of QtGui.
enum ModelRole : int {
    KeyRole = Qt::UserRole + 1,  ///< QString: the object's "ns/name", the same in every table; empty = selects nothing
    ControllerRole,              ///< int(ControllerId) that the key belongs to
    StateRole,                   ///< int(VisualState); absent in cells that show plain text
    SortRole,                    ///< what to sort by: numbers as numbers, versions as apimachinery compares them
    FilterRole,                  ///< QString: all that the filter field looks through, one string for the row
    FixedRole,                   ///< bool: the fixed font (keys, versions, numbers)
    MutedRole,                   ///< bool: the row is history
    FreshRole,                   ///< bool: the row changed a moment ago
    CopyRole,                    ///< QString: the original text, for the clipboard and the CSV files
};

}  // namespace rollcall
