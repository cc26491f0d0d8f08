// SPDX-License-Identifier: GPL-3.0-or-later

// Package trace is the transition log that Rollcall and the twin both write: one JSON object a line, one line a step,
// with the step names of core/trace/transition.h.
package trace

import (
	"encoding/json"
	"io"
	"sync"
	"time"
)

// Line is one transition. Which fields are set depends on the step.
type Line struct {
	Seq             uint64        `json:"seq"`
	At              time.Duration `json:"at"`
	Step            string        `json:"step"`
	Controller      string        `json:"controller"`
	Key             string        `json:"key,omitempty"`
	ResourceVersion string        `json:"resourceVersion,omitempty"`
	Worker          int           `json:"worker,omitempty"`
	Retries         int           `json:"retries,omitempty"`
	Delay           time.Duration `json:"delay,omitempty"`
	Cause           uint64        `json:"cause,omitempty"`
	Detail          string        `json:"detail,omitempty"`
}

// Log numbers and stamps lines and writes each at once: a reader follows the file while it grows. Safe for many goroutines.
type Log struct {
	mu    sync.Mutex
	out   io.Writer
	start time.Time
	seq   uint64
}

// NewLog writes to out.
func NewLog(out io.Writer) *Log { return &Log{out: out, start: time.Now()} }

// Add writes one line. A log that cannot be written is of no use, so that is fatal to the program.
func (l *Log) Add(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seq++
	line.Seq = l.seq
	line.At = time.Since(l.start)
	text, err := json.Marshal(line)
	if err == nil {
		_, err = l.out.Write(append(text, '\n'))
	}
	if err != nil {
		panic("the transition log cannot be written: " + err.Error())
	}
}
