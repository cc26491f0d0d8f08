// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <chrono>

#include "core/api/decode.h"
#include "core/api/status_reader.h"
#include "core/api/text.h"

namespace rollcall {

namespace {

using simdjson::SUCCESS;
namespace od = json::od;

constexpr std::size_t kQuotedCharacters = 120;  // W32

simdjson::error_code readDetails(od::value& value, json::StatusFields& out) {
    return json::eachField(value, [&](std::string_view key, od::value& field) {
        if (key == "retryAfterSeconds") json::readInteger(field, out.retryAfterSeconds);
        if (key != "causes" || json::firstOf(field) != '[') return SUCCESS;
        od::array causes;
        if (const auto error = field.get_array().get(causes)) return error;
        for (auto item : causes) {
            od::value cause;
            if (const auto error = std::move(item).get(cause)) return error;
            const auto error = json::eachField(cause, [&](std::string_view name, od::value& text) {
                if (name == "reason" && out.firstCause.empty()) json::readString(text, out.firstCause);
                return SUCCESS;
            });
            if (error) return error;
        }
        return SUCCESS;
    });
}

int twoDigits(std::string_view text, std::size_t at) {
    const char a = text[at], b = text[at + 1];
    return a >= '0' && a <= '9' && b >= '0' && b <= '9' ? (a - '0') * 10 + (b - '0') : -1;
}

/// RFC 9110 IMF-fixdate, "Sun, 06 Nov 1994 08:49:37 GMT": the only form that servers may send today.
std::optional<std::chrono::sys_seconds> parseHttpDate(std::string_view text) {
    using namespace std::chrono;
    static constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
    if (text.size() != 29 || text.substr(3, 2) != ", " || text.substr(25) != " GMT") return std::nullopt;
    const auto monthAt = kMonths.find(text.substr(8, 3));
    const int dayOfMonth = twoDigits(text, 5), century = twoDigits(text, 12), yearOfCentury = twoDigits(text, 14);
    const int h = twoDigits(text, 17), m = twoDigits(text, 20), s = twoDigits(text, 23);
    if (monthAt == std::string_view::npos || monthAt % 3 != 0 || dayOfMonth < 0 || century < 0 || yearOfCentury < 0 ||
        h < 0 || m < 0 || s < 0) {
        return std::nullopt;
    }
    const year_month_day date{year(century * 100 + yearOfCentury), month(static_cast<unsigned>(monthAt / 3 + 1)),
                              day(static_cast<unsigned>(dayOfMonth))};
    if (!date.ok()) return std::nullopt;
    return sys_days(date) + hours(h) + minutes(m) + seconds(s);
}

std::optional<std::chrono::milliseconds> parseRetryAfter(std::string_view header) {
    using namespace std::chrono;
    while (!header.empty() && header.front() == ' ') header.remove_prefix(1);
    header = json::trimmed(header);
    if (header.empty()) return std::nullopt;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), number);
    // A day is far beyond any cap, and keeps the multiplication safe.
    if (error == std::errc() && end == header.data() + header.size()) {
        return seconds(std::clamp<std::int64_t>(number, 0, 86400));
    }
    const auto date = parseHttpDate(header);
    if (!date) return std::nullopt;
    // The date is the server's wall time; no injected clock can know it.
    const auto left = *date - floor<seconds>(system_clock::now());
    return std::clamp<milliseconds>(left, milliseconds(0), hours(24));
}

/// What the server itself says without a Status: "404 page not found", "Too many requests, please try again later."
std::string plainMessage(int httpStatus, std::string_view body) {
    if (httpStatus == 404) return "the server could not find the requested resource";
    if (json::trimmed(body).empty()) return "HTTP status " + std::to_string(httpStatus) + " without an explanation";
    return printable(firstCharacters(json::trimmed(body), kQuotedCharacters));
}

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

}  // namespace

std::string json::notKubernetes(std::string_view body) {
    body = trimmed(body);
    if (body.empty()) return "not a Kubernetes answer: it is empty";
    return "not a Kubernetes answer: " + printable(firstCharacters(body, kQuotedCharacters));
}

simdjson::error_code json::readStatusField(std::string_view key, od::value& value, StatusFields& out) {
    if (key == "kind")
        readString(value, out.kind);
    else if (key == "status")
        readString(value, out.status);
    else if (key == "message")
        readString(value, out.message);
    else if (key == "reason")
        readString(value, out.reason);
    else if (key == "code")
        readInteger(value, out.code);
    else if (key == "details")
        return readDetails(value, out);
    return SUCCESS;
}

simdjson::error_code json::readStatus(od::object& object, StatusFields& out) {
    return eachField(object, [&](std::string_view key, od::value& value) { return readStatusField(key, value, out); });
}

Error json::errorFromStatus(const StatusFields& status, int httpStatus) {
    Error error;
    error.kind = ErrorKind::Api;
    error.httpStatus = status.code > 0 && status.code < 1000 ? static_cast<int>(status.code) : httpStatus;
    error.reason = status.reason;
    error.cause = status.firstCause;
    error.message = printable(status.message);
    if (error.message.empty()) {
        error.message =
            status.reason.empty() ? "HTTP status " + std::to_string(error.httpStatus) : printable(status.reason);
    }
    if (status.retryAfterSeconds > 0) {
        error.retryAfter = std::chrono::seconds(std::min<std::int64_t>(status.retryAfterSeconds, 86400));
    }
    return error;
}

Error errorFromAnswer(int httpStatus, std::string_view body, std::string_view contentType,
                      std::string_view retryAfterHeader) {
    json::ScratchLease scratch;
    od::document document;
    od::object object;
    json::StatusFields status;
    const bool isStatus = !body.empty() && scratch->open(body, document) == SUCCESS &&
                          document.get_object().get(object) == SUCCESS && json::readStatus(object, status) == SUCCESS &&
                          status.kind == "Status";
    Error error;
    if (isStatus) {
        error = json::errorFromStatus(status, httpStatus);
    } else {
        error.httpStatus = httpStatus;
        // kube-apiserver's own mux and filters answer in plain text; anything else came from something in between.
        const bool plain = httpStatus >= 400 && (body.empty() || startsWith(contentType, "text/plain"));
        error.kind = plain ? ErrorKind::Api : ErrorKind::Protocol;
        error.message = plain ? plainMessage(httpStatus, body)
                              : "HTTP status " + std::to_string(httpStatus) + ", " + json::notKubernetes(body);
    }
    if (const auto wait = parseRetryAfter(retryAfterHeader)) error.retryAfter = wait;
    return error;
}

}  // namespace rollcall
