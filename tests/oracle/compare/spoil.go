// SPDX-License-Identifier: GPL-3.0-or-later

package compare

import (
	"fmt"
	"slices"

	"rollcall.test/oracle/proxy"
	"rollcall.test/oracle/trace"
)

// Spoil makes something wrong in a copy of a side, in one way after the other, and returns the ways that the comparison with
// the other side did not find, or that the log gave no occasion for.
func Spoil(twin, rollcall Side) []string {
	var missed []string
	for _, way := range ways {
		spoiled := twin
		spoiled.Lines = slices.Clone(twin.Lines)
		spoiled.Requests = slices.Clone(twin.Requests)
		spoiled.Cluster = map[string][]string{}
		for name, lines := range twin.Cluster {
			spoiled.Cluster[name] = slices.Clone(lines)
		}
		switch {
		case !way.do(&spoiled):
			missed = append(missed, way.name+": nothing to spoil")
		case len(Rules{}.Compare(Normalise(spoiled), Normalise(rollcall))) == 0:
			missed = append(missed, way.name+": not found")
		}
	}
	return missed
}

// Ways is how many ways of spoiling there are.
func Ways() int { return len(ways) }

var ways = []struct {
	name string
	do   func(*Side) bool
}{
	{"a Got is missing", without("Got")},
	{"an Enqueued is missing", without("Enqueued")},
	{"a handler call is missing", without("Updated")},
	{"a Forgotten is missing", without("Forgotten")},
	{"an Event is not recorded", without("EventRecorded")},
	{"a retry waits twice as long", changed("AddedAfter", func(l *trace.Line) { l.Delay *= 2 })},
	{"a retry waits a millisecond longer", changed("AddedAfter", func(l *trace.Line) { l.Delay += 1_000_000 })},
	{"a retry is counted wrongly", changed("AddedAfter", func(l *trace.Line) { l.Retries++ })},
	{"a failure is seen as a success", changed("SyncFailed", func(l *trace.Line) { l.Step = "SyncSucceeded" })},
	{"an update is seen as a deletion", changed("Updated", func(l *trace.Line) { l.Step = "Deleted" })},
	{"two steps are in the wrong order", swapped},
	{"a request is missing", func(s *Side) bool {
		at := slices.IndexFunc(s.Requests, isRead)
		if at >= 0 {
			s.Requests = slices.Delete(s.Requests, at, at+1)
		}
		return at >= 0
	}},
	{"a request asks for another version", changedRead(func(r *proxy.Request) { r.Version = "unknown" })},
	{"a request has another parameter", changedRead(func(r *proxy.Request) {
		r.Query = map[string][]string{"limit": {"17"}}
	})},
	{"a request was answered otherwise", changedRead(func(r *proxy.Request) { r.Status = 418 })},
	{"a request came too late", func(s *Side) bool {
		seen := false
		for i, r := range s.Requests {
			if isRead(r) && seen {
				s.Requests[i].At += 5_000_000_000
				return true
			}
			seen = seen || isRead(r)
		}
		return false
	}},
	{"an Event is posted with another count", func(s *Side) bool {
		for i, r := range s.Requests {
			if r.Event != nil {
				event := *r.Event
				event.Count += 3
				s.Requests[i].Event = &event
				return true
			}
		}
		return false
	}},
	{"the cluster holds something else", func(s *Side) bool {
		for name, lines := range s.Cluster {
			if len(lines) > 0 {
				s.Cluster[name][0] += " and more"
				return true
			}
		}
		return false
	}},
}

func isRead(r proxy.Request) bool { return r.Verb == "list" || r.Verb == "watch" || r.Verb == "stream" }

func without(step string) func(*Side) bool {
	return func(s *Side) bool {
		at := slices.IndexFunc(s.Lines, func(l trace.Line) bool { return l.Step == step })
		if at >= 0 {
			s.Lines = slices.Delete(s.Lines, at, at+1)
		}
		return at >= 0
	}
}

func changed(step string, change func(*trace.Line)) func(*Side) bool {
	return func(s *Side) bool {
		at := slices.IndexFunc(s.Lines, func(l trace.Line) bool { return l.Step == step })
		if at >= 0 {
			change(&s.Lines[at])
		}
		return at >= 0
	}
}

func changedRead(change func(*proxy.Request)) func(*Side) bool {
	return func(s *Side) bool {
		at := slices.IndexFunc(s.Requests, isRead)
		if at >= 0 {
			change(&s.Requests[at])
		}
		return at >= 0
	}
}

// swapped puts a Got after what follows it for the same key.
func swapped(s *Side) bool {
	for i, first := range s.Lines {
		if first.Step != "Got" {
			continue
		}
		for j := i + 1; j < len(s.Lines); j++ {
			if s.Lines[j].Key == first.Key && slices.Contains(queueSteps, s.Lines[j].Step) {
				s.Lines[i], s.Lines[j] = s.Lines[j], s.Lines[i]
				return true
			}
		}
	}
	return false
}

func init() {
	for i, way := range ways {
		ways[i].name = fmt.Sprintf("way %d, %s", i+1, way.name)
	}
}
