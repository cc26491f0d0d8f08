// SPDX-License-Identifier: GPL-3.0-or-later

package compare

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

// Difference is a stream that is not the same on both sides.
type Difference struct {
	Stream string
	Text   string // both columns, line by line
}

// Rules are how exactly two runs must agree.
type Rules struct {
	// Tolerance for the delays of keys, for a script in which the shared bucket counts: what that says depends on when it is
	// asked. Without it delays are the same to the nanosecond.
	Tolerance time.Duration
}

// Compare returns the streams that differ, by name.
func (rules Rules) Compare(twin, rollcall Streams) []Difference {
	all := map[string]bool{}
	for name := range twin {
		all[name] = true
	}
	for name := range rollcall {
		all[name] = true
	}
	var names []string
	for name := range all {
		names = append(names, name)
	}
	sort.Strings(names)
	var found []Difference
	for _, name := range names {
		if text, differ := rules.diff(twin[name], rollcall[name]); differ {
			found = append(found, Difference{Stream: name, Text: text})
		}
	}
	return found
}

func (rules Rules) same(a, b Entry) bool {
	if a.Text != b.Text || (a.Delay-b.Delay).Abs() > rules.Tolerance {
		return false
	}
	return a.Gap < 0 || b.Gap < 0 || sameGap(a.Gap, b.Gap)
}

// sameGap: two waits are alike when they are about equal, or when both may be the same step of the reflector's backoff, which
// is drawn from d to 2d for d = 0.8 s, 1.6 s, … 30 s. A loaded machine adds to a wait and takes nothing away.
func sameGap(a, b time.Duration) bool {
	const late, early = 700 * time.Millisecond, 50 * time.Millisecond
	if (a - b).Abs() <= 400*time.Millisecond {
		return true
	}
	for d := 800 * time.Millisecond; d <= 30*time.Second; d *= 2 {
		from, to := d-early, 2*d+late
		if a >= from && a <= to && b >= from && b <= to {
			return true
		}
	}
	return false
}

// diff sets the two in columns; what is not on both sides is marked. It is true when anything is.
func (rules Rules) diff(twin, rollcall []Entry) (string, bool) {
	common := rules.longestCommon(twin, rollcall)
	var out strings.Builder
	differ := false
	i, j := 0, 0
	for i < len(twin) || j < len(rollcall) {
		switch {
		case i < len(twin) && j < len(rollcall) && rules.same(twin[i], rollcall[j]) && common[i][j] == common[i+1][j+1]+1:
			fmt.Fprintf(&out, "               %s\n", twin[i])
			i, j = i+1, j+1
		case i < len(twin) && (j == len(rollcall) || common[i+1][j] >= common[i][j+1]):
			fmt.Fprintf(&out, "  twin only    %s\n", twin[i])
			differ = true
			i++
		default:
			fmt.Fprintf(&out, "  rollcall only %s\n", rollcall[j])
			differ = true
			j++
		}
	}
	return out.String(), differ
}

// longestCommon: [i][j] is how many entries the rest of a from i and the rest of b from j have in common.
func (rules Rules) longestCommon(a, b []Entry) [][]int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if rules.same(a[i], b[j]) {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	return table
}
