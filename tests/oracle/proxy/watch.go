// SPDX-License-Identifier: GPL-3.0-or-later

package proxy

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// watch is a stream under way. What is to happen to it comes through commands.
type watch struct {
	request  *Request
	commands chan command
}

type command struct {
	what string // cut, end, line
	line []byte
}

// event is what the proxy reads of a line of a watch.
type event struct {
	Type   string `json:"type"`
	Object struct {
		Metadata struct {
			ResourceVersion string            `json:"resourceVersion"`
			Annotations     map[string]string `json:"annotations"`
		} `json:"metadata"`
	} `json:"object"`
}

func errorEvent(status []byte) []byte {
	return fmt.Appendf(nil, "{\"type\":\"ERROR\",\"object\":%s}\n", status)
}

// stream passes a watch on line by line.
func (p *Proxy) stream(w http.ResponseWriter, r *http.Request, request *Request, rule *Rule, answer *http.Response) {
	own := &watch{request: request, commands: make(chan command, 16)}
	p.mu.Lock()
	request.Status = http.StatusOK
	if request.Verb == "watch" {
		request.Since = time.Since(p.started)
	}
	p.watches[own] = struct{}{}
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.watches, own)
		p.mu.Unlock()
	}()
	w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
	w.WriteHeader(http.StatusOK)
	flush := http.NewResponseController(w).Flush
	if flush() != nil {
		p.end(request, "client")
		return
	}
	lines := make(chan []byte)
	go readLines(answer.Body, lines, r.Context().Done())
	for {
		select {
		case <-r.Context().Done():
			p.end(request, "client")
			return
		case <-p.closed:
			p.end(request, "cut")
			panic(http.ErrAbortHandler)
		case order := <-own.commands:
			if !p.obey(w, flush, request, order) {
				return
			}
		case line, ok := <-lines:
			if !ok {
				if r.Context().Err() != nil { // the server's stream was only ended because the client has left
					p.end(request, "client")
					return
				}
				p.end(request, "server")
				return
			}
			if p.pass(w, flush, request, rule, line) != nil {
				p.end(request, "client")
				return
			}
		}
	}
}

func readLines(body io.Reader, lines chan<- []byte, left <-chan struct{}) {
	defer close(lines)
	reader := bufio.NewReaderSize(body, 64<<10)
	for {
		line, err := reader.ReadBytes('\n')
		if err != nil {
			return
		}
		select {
		case lines <- line:
		case <-left:
			return
		}
	}
}

// obey carries a command out. False: that was the stream's end.
func (p *Proxy) obey(w io.Writer, flush func() error, request *Request, order command) bool {
	switch order.what {
	case "line":
		if _, err := w.Write(order.line); err != nil || flush() != nil {
			p.end(request, "client")
			return false
		}
		return true
	case "end":
		p.end(request, "ended")
		return false
	}
	p.end(request, "cut")
	panic(http.ErrAbortHandler)
}

// pass hands one line to the client, unless it is to be lost.
func (p *Proxy) pass(w io.Writer, flush func() error, request *Request, rule *Rule, line []byte) error {
	var read event
	if err := json.Unmarshal(line, &read); err != nil {
		return err
	}
	p.mu.Lock()
	lost := p.drops > 0 && read.Type != "BOOKMARK"
	torn := rule != nil && rule.Action == "truncate"
	if lost {
		p.drops--
	} else if !torn {
		p.give(request.Resource, read.Object.Metadata.ResourceVersion)
	}
	if read.Object.Metadata.Annotations["k8s.io/initial-events-end"] == "true" {
		request.Since = time.Since(p.started)
	}
	p.changed = time.Now()
	p.mu.Unlock()
	if lost {
		return nil
	}
	if torn {
		_, _ = w.Write(line[:len(line)/2])
		_ = flush()
		p.end(request, "truncated")
		panic(http.ErrAbortHandler)
	}
	if _, err := w.Write(line); err != nil {
		return errLeft
	}
	return flush()
}

func (p *Proxy) order(what command) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changed = time.Now()
	for own := range p.watches {
		own.commands <- what
	}
	return len(p.watches)
}

// CutWatches breaks every open watch off, as a failing network does. The number of them is returned.
func (p *Proxy) CutWatches() int { return p.order(command{what: "cut"}) }

// EndWatches ends every open watch as a server does whose time is up.
func (p *Proxy) EndWatches() int { return p.order(command{what: "end"}) }

// InjectError sends an ERROR event into every open watch, and waits until the clients have left them, as they must.
func (p *Proxy) InjectError(rule Rule, patience time.Duration) (int, error) {
	p.mu.Lock()
	var open []*Request
	for own := range p.watches {
		open = append(open, own.request)
	}
	p.mu.Unlock()
	count := p.order(command{what: "line", line: errorEvent(rule.status())})
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		left := 0
		p.mu.Lock()
		for _, request := range open {
			if request.Done > 0 {
				left++
			}
		}
		p.mu.Unlock()
		if left == len(open) {
			return count, nil
		}
		if time.Now().After(deadline) {
			return count, errors.New("the client stays in a watch that has told of an error")
		}
	}
}

// InjectLine sends a line of any kind into every open watch.
func (p *Proxy) InjectLine(line string) int {
	return p.order(command{what: "line", line: []byte(line + "\n")})
}

// LoseEvents keeps the next events from the client.
func (p *Proxy) LoseEvents(count int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drops += count
}
