// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"rollcall.test/oracle/compare"
	"rollcall.test/oracle/proxy"
	"rollcall.test/oracle/script"
)

// run is one script being run once.
type run struct {
	*cluster
	script      *script.Script
	watchList   bool
	controllers []string
	sides       []*side // the twin first
}

// result is what came of it.
type result struct {
	name        string
	took        time.Duration
	err         error                // it could not be run to its end, or an expectation failed
	ill         bool                 // a program crashed, did not end, or wrote what nobody can read: no matter of times
	differences []compare.Difference // that are not listed
	known       int                  // that are listed
	steps       int                  // compared, of both sides
	folder      string
	seen        [2]compare.Side
}

func (r *result) ok() bool { return r.err == nil && len(r.differences) == 0 }

func runScript(ctx context.Context, c *cluster, asked *script.Script, watchList bool, programs [2]string, work string) *result {
	name := asked.Name
	if len(asked.WatchList) > 1 {
		name += map[bool]string{true: "+watchlist", false: "+list"}[watchList]
	}
	began := time.Now()
	out := &result{name: name, folder: filepath.Join(work, name)}
	r := &run{cluster: c, script: asked, watchList: watchList, controllers: strings.Split(asked.Controllers, ",")}
	following, stopFollowing := context.WithCancel(ctx)
	defer func() {
		stopFollowing()
		for _, s := range r.sides {
			s.close()
			c.clean(context.WithoutCancel(ctx), s.namespace)
		}
		out.took = time.Since(began)
	}()
	stamp := strconv.FormatInt(began.UnixNano()%1e9, 36)
	for i, who := range []string{"twin", "rollcall"} {
		namespace := fmt.Sprintf("oracle-%s-%s-%s", strings.ReplaceAll(asked.Name, "_", "-"), who[:4], stamp)
		s, err := newSide(who, programs[i], programs[i] != programs[0], namespace, out.folder, c.config)
		if err == nil {
			err = c.createNamespace(ctx, namespace)
		}
		if err != nil {
			out.err = err
			return out
		}
		r.sides = append(r.sides, s)
		go s.follow(following)
	}
	out.err = r.steps(ctx)
	for i, s := range r.sides {
		seen := s.seen()
		cluster, err := c.contents(ctx, s.namespace)
		seen.Cluster = cluster
		out.seen[i] = seen
		ill := errors.Join(s.stop(), s.bad)
		out.ill = out.ill || ill != nil
		out.err = errors.Join(out.err, err, r.expectations(s, seen), ill)
		out.steps += len(seen.Lines) + len(seen.Requests)
	}
	out.judge(asked)
	return out
}

// judge compares, and puts the differences that are listed aside. One that is listed and does not show is an error: the list
// must stay true.
func (r *result) judge(asked *script.Script) {
	shown := map[int]bool{}
	rules := compare.Rules{Tolerance: asked.Tolerance}
	for _, found := range rules.Compare(compare.Normalise(r.seen[0]), compare.Normalise(r.seen[1])) {
		listed := slices.ContainsFunc(asked.Ignore, func(prefix string) bool { return strings.HasPrefix(found.Stream, prefix) })
		if listed {
			continue
		}
		for i, known := range asked.Differs {
			if strings.HasPrefix(found.Stream, known.Stream) {
				listed, shown[i] = true, true
			}
		}
		if listed {
			r.known++
		} else {
			r.differences = append(r.differences, found)
		}
	}
	for i, known := range asked.Differs {
		if known.Always && !shown[i] {
			r.err = errors.Join(r.err, fmt.Errorf("the difference in %s (%s) does not show any more", known.Stream, known.Anchor))
		}
	}
}

func (r *run) steps(ctx context.Context) error {
	for _, step := range r.script.Steps {
		if step.Words[0] == "expect" {
			continue // at the end, when all is seen
		}
		if err := r.both(ctx, step); err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
	}
	return nil
}

func (r *run) expectations(s *side, seen compare.Side) error {
	var failed error
	for _, step := range r.script.Steps {
		if step.Words[0] != "expect" {
			continue
		}
		words := append([]string(nil), step.Words[1:]...)
		// "expect +watchlist …" and "expect +list …" are for one of the two ways to begin.
		if strings.HasPrefix(words[0], "+") {
			if (words[0] == "+watchlist") != r.watchList {
				continue
			}
			words = words[1:]
		}
		if err := compare.Expect(seen, words); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %s: %w", step, s.name, err))
		}
	}
	return failed
}

// both does a step on both sides at once, and goes on when both are done. What concerns the cluster is done once.
func (r *run) both(ctx context.Context, step script.Step) error {
	switch step.Words[0] {
	case "crd":
		if step.Words[1] == "install" {
			return r.installCRD(ctx)
		}
		return r.removeCRD(ctx)
	}
	failed := make([]error, len(r.sides))
	var doing sync.WaitGroup
	for i, s := range r.sides {
		doing.Go(func() {
			failed[i] = r.one(ctx, s, step)
			s.touch()
		})
	}
	doing.Wait()
	return errors.Join(failed...)
}

func (r *run) one(ctx context.Context, s *side, step script.Step) error {
	words := step.Words
	plain, values := script.Options(words[1:])
	switch words[0] {
	case "start":
		return s.start(r.script, r.watchList)
	case "wait":
		is, err := readCondition(words[1:], r.controllers)
		if err != nil {
			return err
		}
		return waitFor(ctx, s, is)
	case "fault":
		rule, err := readRule(plain, values)
		if err != nil {
			return err
		}
		s.proxy.AddRule(rule)
		return nil
	case "clear":
		s.proxy.ClearRules()
		return nil
	case "cut":
		return some(s.proxy.CutWatches())
	case "end":
		return some(s.proxy.EndWatches())
	case "line":
		return some(s.proxy.InjectLine(words[1]))
	case "inject":
		rule, err := readRule(append([]string{"watch", "error"}, plain...), values)
		if err != nil {
			return err
		}
		count, err := s.proxy.InjectError(rule, patience)
		return errors.Join(some(count), err)
	case "lose":
		count, err := strconv.Atoi(plain[0])
		s.proxy.LoseEvents(count)
		return err
	case "refuse":
		s.proxy.Refuse()
		return nil
	case "release":
		s.proxy.Release()
		return nil
	case "accept":
		return s.proxy.Accept()
	}
	return r.change(ctx, s, words[0], plain, values)
}

func some(count int) error {
	if count == 0 {
		return errors.New("there is no open watch")
	}
	return nil
}

// change is what a user does in the cluster. "times=N" repeats it, % in a name or value becomes the number, and "paced=yes"
// lets each be reconciled before the next.
func (r *run) change(ctx context.Context, s *side, what string, plain []string, values map[string]string) error {
	times := 1
	if text, given := values["times"]; given {
		var err error
		if times, err = strconv.Atoi(text); err != nil {
			return err
		}
		delete(values, "times")
	}
	_, paced := values["paced"]
	delete(values, "paced")
	for number := range times {
		numbered := map[string]string{}
		for name, value := range values {
			numbered[name] = strings.ReplaceAll(value, "%", strconv.Itoa(number+1))
		}
		words := slices.Clone(plain)
		for i, word := range words {
			words[i] = strings.ReplaceAll(word, "%", strconv.Itoa(number+1))
		}
		done := s.seen().Count("Done", "")
		if err := r.changeOnce(ctx, s.namespace, what, words, numbered); err != nil {
			return err
		}
		if !paced {
			continue
		}
		if err := waitFor(ctx, s, func(s *side) error {
			return atLeast(s.seen().Count("Done", ""), done+1, "reconciled before the next change")
		}); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) changeOnce(ctx context.Context, ns, what string, plain []string, values map[string]string) error {
	kind, name := plain[0], plain[1]
	switch what {
	case "create":
		if len(plain) == 3 {
			count, err := strconv.Atoi(plain[2])
			if err != nil {
				return err
			}
			return r.createMany(ctx, ns, kind, name, count)
		}
		return r.create(ctx, ns, kind, name, values)
	case "patch":
		return r.patch(ctx, ns, kind, name, `{"spec":`+object(values)+`}`)
	case "label":
		return r.patch(ctx, ns, kind, name, `{"metadata":{"labels":`+object(values)+`}}`)
	case "finalizer":
		list := `["rollcall.test/hold"]`
		if plain[2] == "remove" {
			list = "null"
		}
		return r.patch(ctx, ns, kind, name, `{"metadata":{"finalizers":`+list+`}}`)
	case "phase":
		return r.patch(ctx, ns, "pod", kind, `{"status":{"phase":"`+name+`"}}`, "status")
	case "delete":
		return r.delete(ctx, ns, kind, name)
	}
	return fmt.Errorf("nobody knows how to %s", what)
}

func object(values map[string]string) string {
	var parts []string
	for name, value := range values {
		parts = append(parts, strconv.Quote(name)+":"+strconv.Quote(value))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// readRule understands "list 410 times=2 after=1 reason=Gone retry-after=1 resource=pods", "watch drop", "get delay 300ms".
func readRule(plain []string, values map[string]string) (proxy.Rule, error) {
	rule := proxy.Rule{Verb: plain[0], Action: "status", Times: 1, Resource: values["resource"], Reason: values["reason"],
		Message: values["message"], TooLarge: values["cause"] == "toolarge", Text: values["text"]}
	for _, word := range plain[1:] {
		if code, err := strconv.Atoi(word); err == nil {
			rule.Code = code
		} else if long, err := time.ParseDuration(word); err == nil {
			rule.For = long
		} else {
			rule.Action = word
		}
	}
	for name, into := range map[string]*int{"times": &rule.Times, "after": &rule.After, "retry-after": &rule.RetryAfter} {
		if text, given := values[name]; given {
			number, err := strconv.Atoi(text)
			if err != nil {
				return rule, fmt.Errorf("%s=%s is no number", name, text)
			}
			*into = number
		}
	}
	known := []string{"status", "body", "drop", "swallow", "delay", "stall", "truncate", "close", "error", "hold"}
	for _, action := range known {
		if action == rule.Action {
			return rule, nil
		}
	}
	return rule, fmt.Errorf("there is no fault %q", rule.Action)
}

// keep writes what was compared beside the logs.
func (r *result) keep() error {
	var text strings.Builder
	if r.err != nil {
		fmt.Fprintf(&text, "%v\n", r.err)
	}
	for _, found := range r.differences {
		fmt.Fprintf(&text, "%s\n%s", found.Stream, found.Text)
	}
	return os.WriteFile(filepath.Join(r.folder, "differences"), []byte(text.String()), 0o600)
}
