// SPDX-License-Identifier: GPL-3.0-or-later

package proxy

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Rule is a fault for the next requests that it matches.
type Rule struct {
	Verb     string // list, watch, stream (a watch that asks for the initial state), initial (list or stream), get, post-event, patch-event
	Resource string // students, pods; empty = any
	Times    int    // so many requests; < 0 = until the rules are cleared
	After    int    // so many matching requests pass first

	// Action: status (answer with Code), body (answer with Code and Text), drop (close the connection unanswered), swallow
	// (let the server act, then close it), delay and stall (For), hold (until Release), truncate (half an answer, or a stream that ends within a
	// line), close (a watch that ends at once), error (a watch whose first event is an error with Code).
	Action     string
	Code       int
	Reason     string
	Message    string
	RetryAfter int
	TooLarge   bool
	Text       string
	For        time.Duration
}

var reasons = map[int]string{
	400: "BadRequest", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 409: "Conflict", 410: "Expired", 422: "Invalid",
	429: "TooManyRequests", 500: "InternalError", 503: "ServiceUnavailable", 504: "Timeout",
}

func (r *Rule) String() string {
	if r.Code != 0 {
		return fmt.Sprintf("%s %d", r.Action, r.Code)
	}
	return r.Action
}

func (r *Rule) matches(request *Request) bool {
	if r.Resource != "" && r.Resource != request.Resource {
		return false
	}
	return r.Verb == request.Verb || (r.Verb == "initial" && (request.Verb == "list" || request.Verb == "stream"))
}

func (r *Rule) headers() map[string]string {
	if r.RetryAfter == 0 {
		return nil
	}
	return map[string]string{"Retry-After": strconv.Itoa(r.RetryAfter)}
}

// status is the body that an API server sends with an error.
func (r *Rule) status() []byte {
	reason := r.Reason
	if reason == "" {
		reason = reasons[r.Code]
	}
	message := r.Message
	if message == "" {
		message = "injected: " + http.StatusText(r.Code)
	}
	details := map[string]any{}
	if r.RetryAfter != 0 {
		details["retryAfterSeconds"] = r.RetryAfter
	}
	if r.TooLarge {
		// As the API server words it since 1.19: storage.NewTooLargeResourceVersionError.
		message = "Too large resource version: 999999999, current: 1"
		details["causes"] = []map[string]string{{"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}}
	}
	body := map[string]any{
		"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{}, "status": "Failure",
		"message": message, "reason": reason, "details": details, "code": r.Code,
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // nothing in it can fail to be written
	}
	return text
}

// AddRule adds a fault.
func (p *Proxy) AddRule(rule Rule) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rules = append(p.rules, &rule)
}

// ClearRules takes all faults away.
func (p *Proxy) ClearRules() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rules, p.drops = nil, 0
	p.changed = time.Now()
}

// take finds the fault for a request, notes it there, and uses it up.
func (p *Proxy) take(request *Request) *Rule {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, rule := range p.rules {
		if rule.Times == 0 || !rule.matches(request) {
			continue
		}
		if rule.After > 0 {
			rule.After--
			continue
		}
		if rule.Times > 0 {
			rule.Times--
		}
		request.Fault = rule.String()
		request.held = p.released
		return rule
	}
	return nil
}
