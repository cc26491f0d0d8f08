// SPDX-License-Identifier: GPL-3.0-or-later

package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Request is one request as the proxy saw it.
type Request struct {
	Number   int
	Verb     string // see Rule.Verb; other = none of these
	Resource string
	Name     string
	Query    url.Values
	// Version is what the client asked for, told by what it has been given: unset, 0, last, last-2 (two older), unknown.
	Version string
	At      time.Duration // since the proxy began
	Done    time.Duration // when it was answered, or its stream ended; 0 = not yet
	Status  int
	Items   int    // of a list
	Fault   string // what was done to it
	End     string // answered, server (ended the stream), client (left), cut, dropped …
	Event   *Event // of post-event and patch-event
	// Since is when a stream had brought its initial state; a plain watch has none to bring.
	Since time.Duration
	held  chan struct{}
}

// Event is what a client writes into the events of the cluster.
type Event struct {
	Name    string
	About   string // name of the object
	Reason  string
	Type    string
	Message string
	Source  string
	Count   int
}

func newBody(text []byte) io.Reader {
	if len(text) == 0 {
		return http.NoBody
	}
	return bytes.NewReader(text)
}

func (r *Request) streams() bool { return r.Verb == "watch" || r.Verb == "stream" }

// note writes the request down before it is answered.
func (p *Proxy) note(r *http.Request, body []byte) *Request {
	request := &Request{Query: r.URL.Query()}
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	for i, part := range parts {
		if part == "students" || part == "pods" || part == "events" {
			request.Resource = part
			request.Name = strings.Join(parts[i+1:], "/")
			break
		}
	}
	request.Verb = verbOf(r.Method, request)
	if request.Resource == "events" {
		request.Event = readEvent(body, request.Name)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	request.Version = p.relate(request.Resource, request.Query.Get("resourceVersion"))
	request.Number = len(p.requests) + 1
	request.At = time.Since(p.started)
	p.requests = append(p.requests, request)
	p.changed = time.Now()
	return request
}

func verbOf(method string, r *Request) string {
	switch {
	case r.Resource == "events" && method == http.MethodPost:
		return "post-event"
	case r.Resource == "events" && method == http.MethodPatch:
		return "patch-event"
	case r.Resource != "students" && r.Resource != "pods", method != http.MethodGet:
		return "other"
	case r.Name != "":
		return "get"
	case r.Query.Get("watch") == "" || r.Query.Get("watch") == "false" || r.Query.Get("watch") == "0":
		return "list"
	case r.Query.Get("sendInitialEvents") == "true":
		return "stream"
	}
	return "watch"
}

func readEvent(body []byte, name string) *Event {
	var sent struct {
		Metadata       struct{ Name string }
		InvolvedObject struct{ Name string }
		Reason         string
		Type           string
		Message        string
		Count          int
		Source         struct{ Component string }
	}
	if json.Unmarshal(body, &sent) != nil {
		return &Event{Name: name, Reason: "unreadable"}
	}
	if name == "" {
		name = sent.Metadata.Name
	}
	return &Event{Name: name, About: sent.InvolvedObject.Name, Reason: sent.Reason, Type: sent.Type, Message: sent.Message,
		Source: sent.Source.Component, Count: sent.Count}
}

// relate says what a version is for this client. The caller holds mu.
func (p *Proxy) relate(resource, version string) string {
	if version == "" {
		return "unset"
	}
	if version == "0" {
		return "0"
	}
	seen := p.seen[resource]
	for back := range seen {
		if seen[len(seen)-1-back] == version {
			if back == 0 {
				return "last"
			}
			return "last-" + strconv.Itoa(back)
		}
	}
	return "unknown"
}

// give notes that the client was given a version. The caller holds mu.
func (p *Proxy) give(resource, version string) {
	seen := p.seen[resource]
	if version != "" && (len(seen) == 0 || seen[len(seen)-1] != version) {
		p.seen[resource] = append(slices.DeleteFunc(seen, func(old string) bool { return old == version }), version)
	}
}

func (p *Proxy) answered(request *Request, status int, body []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	request.Status = status
	p.changed = time.Now()
	if request.streams() && status == http.StatusOK {
		return
	}
	request.Done = time.Since(p.started)
	request.End = "answered"
	if request.Verb != "list" || status != http.StatusOK || body == nil {
		return
	}
	var list struct {
		Metadata struct{ ResourceVersion string }
		Items    []json.RawMessage
	}
	if json.Unmarshal(body, &list) == nil {
		request.Items = len(list.Items)
		p.give(request.Resource, list.Metadata.ResourceVersion)
	}
}

func (p *Proxy) end(request *Request, how string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	request.Done = time.Since(p.started)
	request.End = how
	p.changed = time.Now()
}

// Requests is a copy of what was asked until now.
func (p *Proxy) Requests() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]Request, len(p.requests))
	for i, request := range p.requests {
		all[i] = *request
	}
	return all
}

// Changed is when anything passed last.
func (p *Proxy) Changed() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.changed
}

// Now is the proxy's own time, in which requests are stamped.
func (p *Proxy) Now() time.Duration { return time.Since(p.started) }
