// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollcall.test/oracle/compare"
	"rollcall.test/oracle/proxy"
	"rollcall.test/oracle/script"
)

// patience is how long a side may take for what a script waits for, on a loaded machine.
const patience = 40 * time.Second

// condition is a thing to wait for: nil when it is so, else what is still missing.
type condition func(s *side) error

// waitFor waits until the condition holds, or says what was missing. The last seconds of a healthy wait are never used.
func waitFor(ctx context.Context, s *side, is condition) error {
	deadline := time.Now().Add(patience)
	for {
		missing := is(s)
		if missing == nil {
			return nil
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !s.running():
			return fmt.Errorf("%s has ended (%v) while it was waited for: %w", s.name, s.command.ProcessState, missing)
		case time.Now().After(deadline):
			return fmt.Errorf("%s was waited for in vain: %w", s.name, missing)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// readCondition understands the words after "wait".
func readCondition(words []string, controllers []string) (condition, error) {
	plain, values := script.Options(words)
	switch plain[0] {
	case "synced":
		return func(s *side) error { return atLeast(s.seen().Count("Synced", ""), len(controllers), "caches synced") }, nil
	case "quiet":
		return func(s *side) error { return quiet(s, controllers, length(values["for"], 600*time.Millisecond)) }, nil
	case "watching":
		return func(s *side) error { return watching(s, controllers, length(values["for"], 0)) }, nil
	case "requests":
		count, err := strconv.Atoi(values["n"])
		if err != nil || len(plain) != 2 {
			return nil, fmt.Errorf("wait requests VERB n=COUNT")
		}
		return func(s *side) error { return atLeast(requests(s, plain[1]), count, plain[1]+" requests answered") }, nil
	}
	count := 1
	if values["n"] != "" {
		var err error
		if count, err = strconv.Atoi(values["n"]); err != nil {
			return nil, err
		}
	}
	key := ""
	if len(plain) > 1 {
		key = strings.TrimPrefix(plain[1], "*") // * = of all keys together
	}
	return func(s *side) error { return atLeast(s.seen().Count(plain[0], key), count, plain[0]+" of "+key) }, nil
}

func length(text string, otherwise time.Duration) time.Duration {
	if read, err := time.ParseDuration(text); err == nil {
		return read
	}
	return otherwise
}

func atLeast(got, wanted int, what string) error {
	if got >= wanted {
		return nil
	}
	return fmt.Errorf("%d of %d: %s", got, wanted, what)
}

// requests counts those of a verb that were answered, or at least broken off.
func requests(s *side, verb string) int {
	count := 0
	for _, request := range s.proxy.Requests() {
		if request.Verb == verb && (request.Status != 0 || request.End != "") {
			count++
		}
	}
	return count
}

// watching: each controller has an open watch, past its initial state for at least so long.
func watching(s *side, controllers []string, atLeast time.Duration) error {
	all := s.proxy.Requests()
	now := s.proxy.Now()
	for _, controller := range controllers {
		if !slices.ContainsFunc(all, func(r proxy.Request) bool {
			return r.Resource == controller && r.Done == 0 && r.Status == 200 && r.Since > 0 && now-r.Since >= atLeast
		}) {
			return fmt.Errorf("no open watch of %s for %v", controller, atLeast)
		}
	}
	return nil
}

// quiet: everyone watches, no key is on its way, and nothing has passed for a while.
func quiet(s *side, controllers []string, forLength time.Duration) error {
	if err := watching(s, controllers, 0); err != nil {
		return err
	}
	if key := busyKey(s.seen()); key != "" {
		return fmt.Errorf("%s is on its way", key)
	}
	for _, request := range s.proxy.Requests() {
		if request.Done == 0 && request.Verb != "watch" && request.Verb != "stream" {
			return fmt.Errorf("%s of %s is not answered", request.Verb, request.Resource)
		}
	}
	if silence := s.silence(); silence < forLength {
		return fmt.Errorf("something passed %v ago", silence)
	}
	return nil
}

// busyKey finds a key that waits, is queued, or is held by a worker.
func busyKey(seen compare.Side) string {
	busy := map[string]int{}
	for _, line := range seen.Lines {
		key := line.Controller + " " + line.Key
		switch line.Step {
		case "Enqueued", "AddedAfter", "Got":
			busy[key] = 1
		case "Done":
			delete(busy, key)
		}
	}
	// A key that was put into the heap by the worker that held it is still waiting after Done.
	waiting := map[string]bool{}
	for _, line := range seen.Lines {
		key := line.Controller + " " + line.Key
		switch line.Step {
		case "AddedAfter":
			waiting[key] = true
		case "Enqueued", "Parked", "Deduplicated", "Discarded":
			delete(waiting, key)
		}
	}
	for key := range busy {
		return strings.TrimSpace(key)
	}
	for key := range waiting {
		return strings.TrimSpace(key)
	}
	return ""
}
