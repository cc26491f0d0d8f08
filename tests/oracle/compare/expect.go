// SPDX-License-Identifier: GPL-3.0-or-later

package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rollcall.test/oracle/trace"
)

// Expect checks on one side what a script says must be so: what client-go's rules say, whatever the other side does.
func Expect(side Side, words []string) error {
	switch words[0] {
	case "steps":
		return expectSteps(side, words[1], words[2:])
	case "delays":
		return expectDelays(side, words[1], words[2:])
	case "waits":
		return expectWait(side, words[1], words[2:])
	case "requests":
		return expectRequests(side, words[1], words[2:])
	case "event":
		return expectEvent(side, words[1], words[2:])
	}
	return fmt.Errorf("there is nothing called %q to expect", words[0])
}

// OfKey are a side's lines about the key with this name.
func (s Side) OfKey(name string) []trace.Line {
	var found []trace.Line
	for _, line := range s.Lines {
		if strings.TrimPrefix(line.Key, s.Namespace+"/") == name {
			found = append(found, line)
		}
	}
	return found
}

// Count is how often a key took a step; an empty name counts all keys.
func (s Side) Count(step, name string) int {
	count := 0
	for _, line := range s.Lines {
		if line.Step == step && (name == "" || strings.TrimPrefix(line.Key, s.Namespace+"/") == name) {
			count++
		}
	}
	return count
}

func expectSteps(side Side, key string, wanted []string) error {
	if key == "*" {
		key = ""
	}
	for _, want := range wanted {
		step, number, _ := strings.Cut(want, "=")
		count, err := strconv.Atoi(number)
		if err != nil {
			return fmt.Errorf("%q is no step=count", want)
		}
		if got := side.Count(step, key); got != count {
			return fmt.Errorf("%s of %q: %d, not %d", step, key, got, count)
		}
	}
	return nil
}

func expectDelays(side Side, key string, wanted []string) error {
	var got []string
	for _, line := range side.OfKey(key) {
		if slices.Contains([]string{"AddedAfter", "MovedEarlier", "DelayKept"}, line.Step) {
			got = append(got, line.Delay.String())
		}
	}
	for i, want := range wanted {
		length, err := time.ParseDuration(want)
		if err != nil {
			return err
		}
		wanted[i] = length.String()
	}
	if !slices.Equal(got, wanted) {
		return fmt.Errorf("delays of %q: %v, not %v", key, got, wanted)
	}
	return nil
}

// expectWait: the first delay of a key lies between the two.
func expectWait(side Side, key string, limits []string) error {
	if len(limits) != 2 {
		return fmt.Errorf("waits takes a least and a most")
	}
	least, err := time.ParseDuration(limits[0])
	if err != nil {
		return err
	}
	most, err := time.ParseDuration(limits[1])
	if err != nil {
		return err
	}
	for _, line := range side.OfKey(key) {
		if line.Step != "AddedAfter" {
			continue
		}
		if line.Delay < least || line.Delay > most {
			return fmt.Errorf("the first delay of %q is %v, not %v to %v", key, line.Delay, least, most)
		}
		return nil
	}
	return fmt.Errorf("%q never waited", key)
}

// expectRequests compares with words such as list:0 watch:last list:last:410.
func expectRequests(side Side, resource string, wanted []string) error {
	var got []string
	for _, request := range side.Requests {
		if request.Resource != resource || !slices.Contains([]string{"list", "watch", "stream"}, request.Verb) || request.End == "abandoned" {
			continue
		}
		text := request.Verb + ":" + request.Version
		if request.Query.Get("continue") != "" {
			text = request.Verb + ":continue"
		}
		if request.Status != 0 && request.Status != 200 {
			text += ":" + strconv.Itoa(request.Status)
		}
		got = append(got, text)
	}
	if !slices.Equal(got, wanted) {
		return fmt.Errorf("requests for %s: %v, not %v", resource, got, wanted)
	}
	return nil
}

// expectEvent takes count=N (of the Event with the highest) and events=N.
func expectEvent(side Side, object string, wanted []string) error {
	found := side.Cluster["events/"+object]
	highest := 0
	for _, line := range found {
		if _, after, ok := strings.Cut(line, "count="); ok {
			if count, err := strconv.Atoi(strings.Fields(after)[0]); err == nil {
				highest = max(highest, count)
			}
		}
	}
	for _, want := range wanted {
		name, number, _ := strings.Cut(want, "=")
		count, err := strconv.Atoi(number)
		if err != nil {
			return fmt.Errorf("%q is no name=number", want)
		}
		switch {
		case name == "count" && highest != count:
			return fmt.Errorf("the Event of %q has count %d, not %d", object, highest, count)
		case name == "events" && len(found) != count:
			return fmt.Errorf("%q has %d Events, not %d: %q", object, len(found), count, found)
		case name != "count" && name != "events":
			return fmt.Errorf("an Event has no %q", name)
		}
	}
	return nil
}
