// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"rollcall.test/oracle/trace"
)

// toldTransport writes what the reflector and the event sink ask of the API server, and what became of it. client-go has no
// other place from which a reflector's steps can be seen.
type toldTransport struct {
	next       http.RoundTripper
	log        *trace.Log
	controller string
}

func (t *toldTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	tell := t.describe(request)
	if tell == nil {
		return t.next.RoundTrip(request)
	}
	tell("", 0, nil)
	answer, err := t.next.RoundTrip(request)
	if err != nil {
		tell("failed", 0, err)
		return answer, err
	}
	tell("answered", answer.StatusCode, nil)
	if answer.StatusCode == http.StatusOK && request.URL.Query().Get("watch") != "" {
		answer.Body = &toldBody{ReadCloser: answer.Body, ended: func(err error) { tell("ended", 0, err) }}
	}
	return answer, err
}

// describe says how to tell of this request: before it, of its answer or failure, and of a stream's end.
func (t *toldTransport) describe(request *http.Request) func(when string, status int, err error) {
	path := request.URL.Path
	add := func(step, detail string) {
		t.log.Add(trace.Line{Step: step, Controller: t.controller, Detail: detail,
			ResourceVersion: request.URL.Query().Get("resourceVersion")})
	}
	switch last := path[strings.LastIndex(path, "/")+1:]; {
	case strings.Contains(path, "/events"):
		return t.describeEvent(request.Method, add)
	case last == "students" || last == "pods":
		return describeRead(request, add)
	}
	return nil
}

func (*toldTransport) describeEvent(method string, add func(step, detail string)) func(string, int, error) {
	return func(when string, status int, err error) {
		switch {
		case err != nil:
			add("EventRetried", err.Error())
		case when == "answered" && status >= 300:
			add("EventRefused", strconv.Itoa(status))
		case when == "answered" && method == http.MethodPost:
			add("EventPosted", "")
		case when == "answered":
			add("EventPatched", "")
		}
	}
}

func describeRead(request *http.Request, add func(step, detail string)) func(string, int, error) {
	query := request.URL.Query()
	started, done, failed := "ListStarted", "ListDone", "ListFailed"
	if query.Get("watch") != "" {
		started, done, failed = "WatchStarted", "", "WatchFailed"
		if query.Get("sendInitialEvents") == "true" {
			started = "WatchListStarted"
		}
	}
	return func(when string, status int, err error) {
		switch {
		case when == "":
			add(started, query.Encode())
		case when == "ended" && err == io.EOF:
			add("WatchEnded", "")
		case err != nil:
			add(failed, err.Error())
		case status >= 300:
			add(failed, strconv.Itoa(status))
		case when == "answered" && done != "":
			add(done, "")
		}
	}
}

// toldBody says once how a stream ended: io.EOF is a clean end.
type toldBody struct {
	io.ReadCloser
	once  sync.Once
	ended func(error)
}

func (b *toldBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if err != nil {
		b.once.Do(func() { b.ended(err) })
	}
	return n, err
}
