// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"k8s.io/client-go/rest"

	"rollcall.test/oracle/compare"
	"rollcall.test/oracle/proxy"
	"rollcall.test/oracle/script"
	"rollcall.test/oracle/trace"
)

// side is one of the two programs with all that belongs to it: a namespace, a proxy, a log.
type side struct {
	name       string // twin, rollcall
	isRollcall bool   // false also when the twin is compared with itself
	program    string
	namespace  string
	folder     string
	proxy      *proxy.Proxy

	command *exec.Cmd
	ended   chan struct{} // closed when the program has ended
	log     *os.File

	mu      sync.Mutex
	lines   []trace.Line
	rest    []byte    // of the log: a line that is not whole yet
	changed time.Time // when the log last grew, or a command was carried out
	bad     error     // a line that cannot be read
}

func newSide(name, program string, isRollcall bool, namespace, folder string, config *rest.Config) (*side, error) {
	tlsConfig, err := rest.TLSConfigFor(config)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	for _, old := range []string{"trace", "output"} { // a log of an earlier run must not be read as ours
		if err := os.RemoveAll(filepath.Join(folder, name+"."+old)); err != nil {
			return nil, err
		}
	}
	p, err := proxy.New(config.Host, tlsConfig)
	if err != nil {
		return nil, err
	}
	s := &side{name: name, program: program, isRollcall: isRollcall, namespace: namespace, folder: folder, proxy: p, changed: time.Now()}
	return s, p.WriteKubeconfig(s.file("kubeconfig"))
}

func (s *side) file(name string) string { return filepath.Join(s.folder, s.name+"."+name) }

// arguments are alike for both, but for the two things that the twin does by itself or by its environment.
func (s *side) arguments(asked *script.Script, watchList bool) []string {
	arguments := []string{
		"--kubeconfig", s.file("kubeconfig"), "--namespace", s.namespace, "--trace", s.file("trace"),
		"--controllers", asked.Controllers, "--workers", strconv.Itoa(asked.Workers),
	}
	if s.isRollcall {
		arguments = append(arguments, "--headless")
		if !watchList {
			arguments = append(arguments, "--no-watch-list")
		}
	}
	if asked.Profile != "" {
		arguments = append(arguments, "--profile", asked.Profile)
	}
	if asked.Resync != "" {
		arguments = append(arguments, "--resync", asked.Resync)
	}
	for _, each := range asked.Set {
		arguments = append(arguments, "--set", each)
	}
	for _, each := range asked.Fail {
		arguments = append(arguments, "--fail", strings.Replace(each, "key=", "key="+s.namespace+"/", 1))
	}
	return arguments
}

func (s *side) start(asked *script.Script, watchList bool) error {
	output, err := os.Create(s.file("output"))
	if err != nil {
		return err
	}
	defer output.Close()
	s.command = exec.Command(s.program, s.arguments(asked, watchList)...)
	s.command.Stdout, s.command.Stderr = output, output
	s.command.Env = append(os.Environ(), "KUBE_FEATURE_WatchListClient="+strconv.FormatBool(watchList), "QT_QPA_PLATFORM=offscreen")
	if err := s.command.Start(); err != nil {
		return err
	}
	s.ended = make(chan struct{})
	go func() {
		_ = s.command.Wait()
		close(s.ended)
	}()
	return nil
}

func (s *side) running() bool {
	if s.ended == nil {
		return false
	}
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// stop asks the program to end, and makes it end if it does not. The error tells of that or of an ill end.
func (s *side) stop() error {
	if !s.running() {
		if s.ended != nil {
			return fmt.Errorf("%s has ended by itself: %v", s.name, s.command.ProcessState)
		}
		return nil
	}
	_ = s.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(15 * time.Second):
		_ = s.command.Process.Kill()
		<-s.ended
		return fmt.Errorf("%s did not end within 15 s", s.name)
	}
	if !s.command.ProcessState.Success() {
		return fmt.Errorf("%s: %v", s.name, s.command.ProcessState)
	}
	return nil
}

// follow reads what the program adds to its log, until ctx is over.
func (s *side) follow(ctx context.Context) {
	for ctx.Err() == nil {
		s.readOn()
		time.Sleep(20 * time.Millisecond)
	}
}

func (s *side) readOn() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log == nil {
		file, err := os.Open(s.file("trace"))
		if err != nil {
			return // not there yet
		}
		s.log = file
	}
	text, err := io.ReadAll(s.log)
	if err != nil {
		s.bad = errors.Join(s.bad, err)
	}
	if len(text) > 0 {
		s.changed = time.Now()
	}
	s.rest = append(s.rest, text...)
	for {
		line, after, whole := bytes.Cut(s.rest, []byte("\n"))
		if !whole {
			return
		}
		s.rest = bytes.Clone(after)
		var read trace.Line
		if err := json.Unmarshal(line, &read); err != nil {
			s.bad = errors.Join(s.bad, fmt.Errorf("%s wrote %q: %w", s.name, line, err))
			continue
		}
		s.lines = append(s.lines, read)
	}
}

func (s *side) close() {
	if s.running() {
		_ = s.command.Process.Kill()
		<-s.ended
	}
	s.proxy.Close()
	if s.log != nil {
		_ = s.log.Close()
	}
}

// seen is what is known of the run by now.
func (s *side) seen() compare.Side {
	s.readOn()
	s.mu.Lock()
	defer s.mu.Unlock()
	return compare.Side{Namespace: s.namespace, Lines: append([]trace.Line(nil), s.lines...), Requests: s.proxy.Requests()}
}

// touch: a command has been carried out, of which something may come yet.
func (s *side) touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed = time.Now()
}

// silence is how long nothing has passed, neither in the log nor at the proxy.
func (s *side) silence() time.Duration {
	s.readOn()
	s.mu.Lock()
	changed := s.changed
	s.mu.Unlock()
	if passed := s.proxy.Changed(); passed.After(changed) {
		changed = passed
	}
	return time.Since(changed)
}
