// SPDX-License-Identifier: GPL-3.0-or-later

// Package compare takes from what the two programs did all that differs from run to run, and compares the rest.
package compare

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"rollcall.test/oracle/proxy"
	"rollcall.test/oracle/trace"
)

// Side is all that is known of one program's run.
type Side struct {
	Namespace string
	Lines     []trace.Line
	Requests  []proxy.Request
	Cluster   map[string][]string // what is in the cluster afterwards: a stream for each object or kind
}

// Entry is one thing that happened, in words that do not change from run to run, and times that may within limits.
type Entry struct {
	Text  string
	Delay time.Duration // of a key that waits
	Gap   time.Duration // since the answer to the request before; < 0 = not compared
}

func (e Entry) String() string {
	switch {
	case e.Delay > 0:
		return fmt.Sprintf("%s  [%v]", e.Text, e.Delay)
	case e.Gap >= 50*time.Millisecond:
		return fmt.Sprintf("%s  (after %.2f s)", e.Text, e.Gap.Seconds())
	}
	return e.Text
}

// Streams are the things that happened in the order that is bound to be the same: each key's, each resource's requests.
// Between two streams the order is a matter of threads.
type Streams map[string][]Entry

func (s Streams) add(stream string, entry Entry) { s[stream] = append(s[stream], entry) }

var handlerSteps = []string{"Added", "Updated", "Deleted", "TombstoneDeleted", "SuppressedEqualVersion"}

var queueSteps = []string{
	"Enqueued", "Deduplicated", "Parked", "AddedAfter", "MovedEarlier", "DelayKept", "Got", "Done", "Forgotten", "GivenUp",
	"Lost", "SyncSucceeded", "SyncFailed", "SyncPanicked", "IgnoredShuttingDown", "Discarded",
}

// Normalise makes the streams of one side.
func Normalise(side Side) Streams {
	streams := Streams{}
	versions := map[string][]string{}
	for _, line := range side.Lines {
		addLine(streams, versions, side.Namespace, line)
	}
	addRequests(streams, side.Requests)
	for name, lines := range side.Cluster {
		for _, line := range lines {
			streams.add("cluster/"+name, Entry{Text: line, Gap: -1})
		}
	}
	return streams
}

// Rollcall does not look the counter up for the steps of the plain queue, which are its hottest.
var uncountedSteps = []string{"Enqueued", "Deduplicated", "Parked", "Got", "Done", "IgnoredShuttingDown", "Discarded"}

func addLine(streams Streams, versions map[string][]string, namespace string, line trace.Line) {
	key := strings.TrimPrefix(line.Key, namespace+"/")
	where := line.Controller + "/" + key
	switch {
	case line.Step == "Synced":
		streams.add("synced/"+line.Controller, Entry{Text: "Synced " + line.Detail, Gap: -1})
	case line.Step == "EventRecorded":
		streams.add("recorded/"+where, Entry{Text: "EventRecorded", Gap: -1})
	case slices.Contains(handlerSteps, line.Step):
		// Of a deletion only that it happened: the version of the last state is a matter of taste. An equal version is known.
		text := line.Step
		if line.Step == "Added" || line.Step == "Updated" {
			text += " " + ordinal(versions, where, line.ResourceVersion)
		}
		streams.add("handlers/"+where, Entry{Text: text, Gap: -1})
	case slices.Contains(queueSteps, line.Step):
		entry := Entry{Text: line.Step, Gap: -1}
		if line.Retries > 0 && !slices.Contains(uncountedSteps, line.Step) {
			entry.Text += " retries=" + strconv.Itoa(line.Retries)
		}
		if line.Step == "AddedAfter" || line.Step == "MovedEarlier" || line.Step == "DelayKept" {
			entry.Delay = line.Delay
		}
		streams.add("queue/"+where, entry)
	}
}

// ordinal is v1 for the first version of a key that was seen, v2 for the second.
func ordinal(versions map[string][]string, key, version string) string {
	at := slices.Index(versions[key], version)
	if at < 0 {
		at = len(versions[key])
		versions[key] = append(versions[key], version)
	}
	return "v" + strconv.Itoa(at+1)
}

func addRequests(streams Streams, requests []proxy.Request) {
	lastDone := map[string]time.Duration{}
	names := map[string]string{} // of Events: what each is about
	numbers := map[string]int{}  // of Events: the how many-th of its object
	perObject := map[string]int{}
	for _, request := range requests {
		if request.End == "abandoned" {
			continue // left before any answer: what Qt sent again by itself, see docs/differences.md
		}
		switch request.Verb {
		case "list", "watch", "stream":
			entry := Entry{Text: describeRead(request), Gap: -1}
			if done, before := lastDone[request.Resource]; before && done > 0 {
				entry.Gap = max(request.At-done, 0)
			}
			lastDone[request.Resource] = request.Done
			streams.add("requests/"+request.Resource, entry)
		case "get":
			streams.add("gets/"+request.Name, Entry{Text: "GET → " + outcome(request), Gap: -1})
		case "post-event", "patch-event":
			event := request.Event
			if _, known := numbers[event.Name]; !known {
				names[event.Name] = event.About
				perObject[event.About]++
				numbers[event.Name] = perObject[event.About]
			}
			about := names[event.Name]
			streams.add("events/"+about, Entry{Text: describeEvent(request, numbers[event.Name]), Gap: -1})
		}
	}
}

func describeRead(r proxy.Request) string {
	text := r.Verb + " rv=" + r.Version
	var names []string
	for name := range r.Query {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		value := r.Query.Get(name)
		switch name {
		case "resourceVersion", "watch", "timeout": // told already; client-go repeats timeoutSeconds as timeout
			continue
		case "continue":
			value = "…"
		case "timeoutSeconds":
			value = timeoutRange(value)
		}
		text += " " + name + "=" + value
	}
	text += " → " + outcome(r)
	if r.Verb == "list" && r.Status == 200 && r.End == "answered" {
		text += fmt.Sprintf(" (%d items)", r.Items)
	}
	return text
}

// timeoutRange: client-go draws a watch's timeout from 5 to 10 minutes.
func timeoutRange(value string) string {
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 300 && seconds <= 600 {
		return "300..600"
	}
	return value
}

func outcome(r proxy.Request) string {
	var parts []string
	if r.Fault != "" {
		parts = append(parts, "<"+r.Fault+">")
	}
	if r.Status != 0 {
		parts = append(parts, strconv.Itoa(r.Status))
	}
	switch r.End {
	case "":
		parts = append(parts, "open")
	case "answered":
	case "server", "client": // which of them was first is not told apart when an error is the stream's last word
		parts = append(parts, "over")
	default:
		parts = append(parts, r.End)
	}
	return strings.Join(parts, " ")
}

func describeEvent(r proxy.Request, number int) string {
	event := r.Event
	if r.Verb == "patch-event" {
		return fmt.Sprintf("PATCH #%d count=%d message=%q → %s", number, event.Count, event.Message, outcome(r))
	}
	return fmt.Sprintf("POST #%d %s %s %q source=%s count=%d → %s", number, event.Type, event.Reason, event.Message, event.Source,
		event.Count, outcome(r))
}
