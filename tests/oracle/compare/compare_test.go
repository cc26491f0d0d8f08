// SPDX-License-Identifier: GPL-3.0-or-later

package compare

import (
	"strings"
	"testing"
	"time"

	"rollcall.test/oracle/proxy"
	"rollcall.test/oracle/trace"
)

// run is a Student that fails once, is retried, and is changed: as the twin logs it in the namespace ns, with the resource
// versions from first on.
func run(ns string, first int, slow time.Duration) Side {
	key := ns + "/a"
	version := func(n int) string { return string(rune('0'+(first+n)/10)) + string(rune('0'+(first+n)%10)) }
	line := func(step string) trace.Line { return trace.Line{Step: step, Controller: "students", Key: key} }
	added, updated := line("Added"), line("Updated")
	added.ResourceVersion, updated.ResourceVersion = version(0), version(3)
	retry := line("AddedAfter")
	retry.Delay, retry.Retries = 5*time.Millisecond, 1
	return Side{
		Namespace: ns,
		Lines: []trace.Line{
			added, line("Enqueued"), line("Got"), line("SyncFailed"), retry, line("Done"), line("Enqueued"), line("Got"),
			line("EventRecorded"), line("SyncSucceeded"), line("Forgotten"), line("Done"), updated, line("Enqueued"), line("Got"),
			line("EventRecorded"), line("SyncSucceeded"), line("Done"),
		},
		Requests: []proxy.Request{
			{Verb: "list", Resource: "students", Version: "0", Status: 200, End: "answered", Done: time.Millisecond},
			{Verb: "watch", Resource: "students", Version: "last", Status: 200, At: 2*time.Millisecond + slow, Done: time.Second, End: "client"},
			{Verb: "list", Resource: "students", Version: "last", Status: 200, At: time.Second + 900*time.Millisecond + slow},
			{Verb: "post-event", Resource: "events", Status: 201, End: "answered",
				Event: &proxy.Event{Name: ns + ".1", About: "a", Reason: "Synced", Count: 1}},
			{Verb: "patch-event", Resource: "events", Status: 200, End: "answered", Event: &proxy.Event{Name: ns + ".1", Count: 2}},
		},
		Cluster: map[string][]string{"events/a": {"Normal Synced count=2 source=x"}},
	}
}

func TestTheSameRunIsTheSameWhateverItsNamesVersionsAndTimes(t *testing.T) {
	for _, found := range (Rules{}).Compare(Normalise(run("one", 11, 0)), Normalise(run("two", 37, 300*time.Millisecond))) {
		t.Errorf("%s\n%s", found.Stream, found.Text)
	}
}

func TestEveryWrongIsFound(t *testing.T) {
	for _, missed := range Spoil(run("one", 11, 0), run("two", 37, 0)) {
		t.Error(missed)
	}
}

func TestTheDifferenceNamesTheStreamAndMarksTheSide(t *testing.T) {
	wrong := run("two", 37, 0)
	wrong.Lines[3].Step = "SyncSucceeded"
	found := (Rules{}).Compare(Normalise(run("one", 11, 0)), Normalise(wrong))
	if len(found) != 1 || found[0].Stream != "queue/students/a" {
		t.Fatalf("found %v", found)
	}
	for _, want := range []string{"twin only    SyncFailed", "rollcall only SyncSucceeded"} {
		if !strings.Contains(found[0].Text, want) {
			t.Errorf("no %q in\n%s", want, found[0].Text)
		}
	}
}

func TestBackoffsAreComparedByTheirStep(t *testing.T) {
	for _, each := range []struct {
		a, b time.Duration
		same bool
	}{
		{0, 300 * time.Millisecond, true},
		{810 * time.Millisecond, 1590 * time.Millisecond, true},
		{0, 900 * time.Millisecond, false},
		{900 * time.Millisecond, 3 * time.Second, false},
		{1700 * time.Millisecond, 3100 * time.Millisecond, true},
	} {
		if sameGap(each.a, each.b) != each.same || sameGap(each.b, each.a) != each.same {
			t.Errorf("%v and %v: not %t", each.a, each.b, each.same)
		}
	}
}

func TestADelayIsExactUnlessTheScriptToleratesMore(t *testing.T) {
	a, b := Entry{Text: "AddedAfter", Delay: 5 * time.Millisecond}, Entry{Text: "AddedAfter", Delay: 5*time.Millisecond + 1}
	if (Rules{}).same(a, b) || !(Rules{Tolerance: time.Millisecond}).same(a, b) {
		t.Error("a nanosecond counts unless it is tolerated")
	}
}

func TestAnExpectationFailsOnAnEmptyLog(t *testing.T) {
	for _, words := range []string{
		"steps a Got=1", "delays a 5ms", "requests students list:0", "event a count=1", "event a events=1", "waits a 1ms 2ms",
	} {
		if Expect(Side{}, strings.Fields(words)) == nil {
			t.Errorf("%q holds for nothing", words)
		}
	}
}

func TestAnExpectationHoldsForARunThatIsSo(t *testing.T) {
	for _, words := range []string{
		"steps a Got=3 SyncFailed=1 GivenUp=0", "steps * Done=3", "delays a 5ms", "requests students list:0 watch:last list:last",
		"event a count=2 events=1", "waits a 5ms 6ms",
	} {
		if err := Expect(run("one", 11, 0), strings.Fields(words)); err != nil {
			t.Errorf("%q: %v", words, err)
		}
	}
}
