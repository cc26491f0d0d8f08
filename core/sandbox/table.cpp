// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/table.h"

#include "core/sandbox/human_time.h"
#include "core/sandbox/json_path.h"

namespace rollcall::sandbox {
namespace {

// apiextensions-apiserver registry/customresource/tableconvertor, cellForJSONValue.
Json customCell(const TableColumn& column, const Json& object, WallTime now) {
    const auto found = evaluateJsonPath(object, column.jsonPath);
    if (found.empty() || found.front()->is_null()) return nullptr;
    const Json& value = *found.front();
    if (column.type == "date") return value.is_string() ? Json(ageOf(&value, now)) : Json(nullptr);
    if (column.type == "integer") {
        return value.is_number() ? Json(static_cast<std::int64_t>(value.get<double>())) : Json(nullptr);
    }
    if (column.type == "number") return value.is_number() ? value : Json(nullptr);
    if (column.type == "boolean") return value.is_boolean() ? value : Json(nullptr);
    return value.is_string() ? value : Json(dump(value));
}

std::vector<Json> customCells(const ResourceDescriptor& descriptor, const Json& object, WallTime now) {
    std::vector<Json> cells = {textAt(object, "metadata.name")};
    for (const TableColumn& column : descriptor.columns) {
        if (!column.jsonPath.empty()) cells.push_back(customCell(column, object, now));
    }
    return cells;
}

}  // namespace

TableColumn nameColumn() {
    TableColumn column;
    column.name = "Name";
    column.format = "name";
    column.description =
        "Name must be unique within a namespace. Is required when creating resources, although some resources may "
        "allow a client to request the generation of an appropriate name automatically. Name is primarily intended for "
        "creation idempotence and configuration definition. Cannot be updated. More info: "
        "https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
    return column;
}

TableColumn ageColumn() {
    TableColumn column;
    column.name = "Age";
    column.description =
        "CreationTimestamp is a timestamp representing the server time when this object was created. It is not "
        "guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It "
        "is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More "
        "info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
    return column;
}

TableColumn textColumn(const char* name, const char* description, int priority) {
    TableColumn column;
    column.name = name;
    column.description = description;
    column.priority = priority;
    return column;
}

std::vector<TableColumn> customColumns(const Json& crdVersion) {
    std::vector<TableColumn> columns = {nameColumn()};
    for (const Json& one : arrayAt(crdVersion, "additionalPrinterColumns")) {
        TableColumn column;
        column.name = textAt(one, "name");
        column.type = textAt(one, "type");
        column.format = textAt(one, "format");
        column.description = textAt(one, "description");
        if (column.description.empty()) {
            column.description = "Custom resource definition column (in JSONPath format): " + textAt(one, "jsonPath");
        }
        column.priority = static_cast<int>(intAt(one, "priority"));
        column.jsonPath = textAt(one, "jsonPath");
        columns.push_back(std::move(column));
    }
    if (columns.size() == 1) {
        TableColumn age = ageColumn();
        age.type = "date";
        age.jsonPath = ".metadata.creationTimestamp";
        columns.push_back(std::move(age));
    }
    return columns;
}

Json tableColumns(const ResourceDescriptor& descriptor) {
    Json columns = Json::array();
    for (const TableColumn& column : descriptor.columns) {
        columns.push_back({{"name", column.name},
                           {"type", column.type},
                           {"format", column.format},
                           {"description", column.description},
                           {"priority", column.priority}});
    }
    return columns;
}

Json tableRow(const ResourceDescriptor& descriptor, const StoredObject& object, IncludeObject include, WallTime now) {
    const Json body = object.json();
    Json row = {{"cells", descriptor.rules.cells ? Json(descriptor.rules.cells(body, now))
                                                 : Json(customCells(descriptor, body, now))}};
    if (include == IncludeObject::None) {
        row["object"] = nullptr;
    } else if (include == IncludeObject::Metadata) {
        row["object"] = partialMetadata(object);
    } else {
        row["object"] = descriptor.rules.toWire ? descriptor.rules.toWire(body) : body;
    }
    return row;
}

Json makeTable(Json columns, Json rows, const std::string& revision) {
    return {{"kind", "Table"},
            {"apiVersion", "meta.k8s.io/v1"},
            {"metadata", {{"resourceVersion", revision}}},
            {"columnDefinitions", std::move(columns)},
            {"rows", std::move(rows)}};
}

Json partialMetadata(const StoredObject& object) {
    return {{"kind", "PartialObjectMetadata"},
            {"apiVersion", "meta.k8s.io/v1"},
            {"metadata", objectAt(object.json(), "metadata")}};
}

}  // namespace rollcall::sandbox
