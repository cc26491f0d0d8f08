// SPDX-License-Identifier: GPL-3.0-or-later

// The oracle runs each script on the twin and on Rollcall, against a real API server, and compares what they did.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"rollcall.test/oracle/compare"
	"rollcall.test/oracle/script"
)

type flags struct {
	twin, rollcall, kubeconfig, scripts, manifests, work string
	only, selected                                       string
	jobs                                                 int
	spoil, verbose                                       bool
}

func main() {
	var f flags
	flag.StringVar(&f.twin, "twin", "", "the twin's program")
	flag.StringVar(&f.rollcall, "rollcall", "", "Rollcall's program; if not given, the twin is compared with itself, which checks the scripts")
	flag.StringVar(&f.kubeconfig, "kubeconfig", "", "how to reach the API server, as its administrator")
	flag.StringVar(&f.scripts, "scripts", "scripts", "folder of the scripts")
	flag.StringVar(&f.manifests, "manifests", "../../resources/manifests", "folder of the Student definition")
	flag.StringVar(&f.work, "work", "", "where logs are kept; they are thrown away if not given")
	flag.StringVar(&f.only, "run", "", "only scripts whose name matches this expression")
	flag.StringVar(&f.selected, "select", "all", "all, together (scripts that can share the cluster) or alone (that cannot)")
	flag.IntVar(&f.jobs, "jobs", 4, "so many scripts at a time")
	flag.BoolVar(&f.spoil, "spoil", false, "check that the comparison finds what was made wrong in the twin's log")
	flag.BoolVar(&f.verbose, "v", false, "show the streams of each script")
	flag.Parse()
	failed, err := f.main()
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(2)
	}
	if failed > 0 {
		os.Exit(1)
	}
}

// job is one run of a script that is still to be done.
type job struct {
	script    *script.Script
	watchList bool
}

func (f flags) main() (failed int, err error) {
	if f.work == "" {
		if f.work, err = os.MkdirTemp("", "rollcall-oracle-"); err != nil {
			return 0, err
		}
		defer os.RemoveAll(f.work)
	}
	if f.rollcall == "" {
		f.rollcall = f.twin
	}
	together, alone, err := f.jobsToDo()
	if err != nil {
		return 0, err
	}
	c, err := newCluster(f.kubeconfig, f.manifests)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	if err := c.installCRD(ctx); err != nil { // an earlier run may have been ended between removing and installing it
		return 0, err
	}
	began := time.Now()
	steps, known, done := 0, 0, 0
	var again []job
	report := func(of job, r *result) {
		f.report(r)
		done++
		if r.ill {
			failed++
		}
		steps += r.steps
		known += r.known
		if !r.ok() && !r.ill {
			again = append(again, of)
			_ = os.RemoveAll(r.folder + ".first")
			_ = os.Rename(r.folder, r.folder+".first") // to be read beside the second run's
		}
	}
	f.runAll(ctx, c, together, f.jobs, report)
	f.runAll(ctx, c, alone, 1, report)
	onlyBusy := len(again)
	if len(again) > 0 {
		fmt.Printf("once more, by itself: what a busy machine did to one side's times does not show twice\n")
		f.runAll(ctx, c, again, 1, func(_ job, r *result) {
			f.report(r)
			if !r.ok() {
				failed++
				onlyBusy--
			}
		})
	}
	fmt.Printf("%d comparisons of %d logged steps and requests, %d failed, %d only when not by themselves, %d streams with listed"+
		" differences, %.0f s\n", done, steps, failed, onlyBusy, known, time.Since(began).Seconds())
	return failed, nil
}

func (f flags) jobsToDo() (together, alone []job, err error) {
	only, err := regexp.Compile(f.only)
	if err != nil {
		return nil, nil, err
	}
	files, err := filepath.Glob(filepath.Join(f.scripts, "*.script"))
	if err != nil {
		return nil, nil, err
	}
	for _, file := range files {
		read, err := script.Read(file)
		if err != nil {
			return nil, nil, err
		}
		if !only.MatchString(read.Name) || (f.selected == "together" && read.Alone) || (f.selected == "alone" && !read.Alone) {
			continue
		}
		for _, watchList := range read.WatchList {
			if read.Alone {
				alone = append(alone, job{read, watchList})
			} else {
				together = append(together, job{read, watchList})
			}
		}
	}
	if len(together)+len(alone) == 0 {
		return nil, nil, fmt.Errorf("no script in %s matches", f.scripts)
	}
	return together, alone, nil
}

func (f flags) runAll(ctx context.Context, c *cluster, jobs []job, atOnce int, report func(job, *result)) {
	var mu sync.Mutex
	var running sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for _, next := range jobs {
		slots <- struct{}{}
		running.Go(func() {
			r := runScript(ctx, c, next.script, next.watchList, [2]string{f.twin, f.rollcall}, f.work)
			if f.spoil && r.ok() {
				for _, missed := range compare.Spoil(r.seen[0], r.seen[1]) {
					r.err = fmt.Errorf("the comparison is blind: %s", missed)
				}
			}
			mu.Lock()
			report(next, r)
			mu.Unlock()
			<-slots
		})
	}
	running.Wait()
}

func (f flags) report(r *result) {
	verdict := "same"
	switch {
	case r.err != nil:
		verdict = "FAILED"
	case len(r.differences) > 0:
		verdict = "DIFFERENT"
	case f.spoil:
		verdict = fmt.Sprintf("%d wrongs found", compare.Ways())
	case r.known > 0:
		verdict = fmt.Sprintf("same but for %d listed", r.known)
	}
	fmt.Printf("%-34s %-14s %5d steps %5.1f s\n", r.name, verdict, r.steps, r.took.Seconds())
	if r.err != nil {
		fmt.Printf("  %v\n", r.err)
	}
	for _, found := range r.differences {
		fmt.Printf(" %s\n%s", found.Stream, found.Text)
	}
	if f.verbose {
		for stream, entries := range compare.Normalise(r.seen[0]) {
			fmt.Printf(" twin: %s\n", stream)
			for _, entry := range entries {
				fmt.Printf("               %s\n", entry)
			}
		}
	}
	if err := r.keep(); err != nil {
		fmt.Println("  the differences could not be kept:", err)
	}
}
