// SPDX-License-Identifier: GPL-3.0-or-later

// Package proxy stands between one client and the API server, on 127.0.0.1. It writes down what the client asks and what it
// is answered, and does on command what networks and servers do: refuse, break off, answer with errors, lose events.
package proxy

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"syscall"
	"time"
)

// Proxy serves plain HTTP and needs no credentials; towards the server it has its own.
type Proxy struct {
	upstream *url.URL
	client   http.RoundTripper
	address  string

	mu       sync.Mutex
	server   *http.Server // nil while connections are refused
	rules    []*Rule
	requests []*Request
	watches  map[*watch]struct{}
	seen     map[string][]string // by resource: the versions that the client was given, in their order
	drops    int                 // so many events are still to be lost
	changed  time.Time           // when anything passed last
	started  time.Time
	released chan struct{} // closed when what is held may go on
	closed   chan struct{}
}

// New starts a proxy for the server at upstream.
func New(upstream string, config *tls.Config) (*Proxy, error) {
	base, err := url.Parse(upstream)
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		upstream: base, watches: map[*watch]struct{}{}, seen: map[string][]string{}, started: time.Now(),
		changed: time.Now(), closed: make(chan struct{}), released: make(chan struct{}),
		client: &http.Transport{
			TLSClientConfig: config, DisableCompression: true, MaxIdleConnsPerHost: 64,
			TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}, // HTTP/1.1: a connection each, as for the client
		},
	}
	p.address = "127.0.0.1:0"
	return p, p.Accept()
}

// Accept lets connections in (again). On the second time it must be the same port.
func (p *Proxy) Accept() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.server != nil {
		return nil
	}
	listener, err := net.Listen("tcp", p.address)
	if err != nil {
		return err
	}
	p.address = listener.Addr().String()
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: time.Minute}
	go func(server *http.Server) { _ = server.Serve(listener) }(p.server) // ends with ErrServerClosed
	return nil
}

// Refuse closes the port and every connection: connection refused, until Accept.
func (p *Proxy) Refuse() {
	p.mu.Lock()
	server := p.server
	p.server = nil
	p.mu.Unlock()
	if server == nil {
		return
	}
	_ = server.Close()
	p.CutWatches()
	// A connection that was on its way in is reset first; only then is the port closed to all.
	for range 200 {
		connection, err := net.Dial("tcp", p.address)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return
		}
		if err == nil {
			_ = connection.Close()
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// Close ends the proxy.
func (p *Proxy) Close() {
	select {
	case <-p.closed:
		return
	default:
		close(p.closed)
	}
	p.Refuse()
}

// WriteKubeconfig writes a kubeconfig that leads here.
func (p *Proxy) WriteKubeconfig(file string) error {
	text := fmt.Sprintf(`apiVersion: v1
kind: Config
current-context: oracle
clusters:
- name: oracle
  cluster:
    server: http://%s
contexts:
- name: oracle
  context:
    cluster: oracle
    user: oracle
users:
- name: oracle
  user: {}
`, p.address)
	return os.WriteFile(file, []byte(text), 0o600)
}

// ServeHTTP answers one request.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	request := p.note(r, body)
	rule := p.take(request)
	if rule != nil && p.misbehave(w, r, request, rule) {
		return
	}
	answer, err := p.ask(r, body)
	if err != nil && r.Context().Err() != nil {
		p.end(request, "abandoned")
		return
	}
	if err != nil {
		p.end(request, "no answer from the server: "+err.Error())
		panic(http.ErrAbortHandler)
	}
	defer answer.Body.Close()
	if request.streams() && answer.StatusCode == http.StatusOK {
		p.stream(w, r, request, rule, answer)
		return
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.end(request, "the server broke off")
		panic(http.ErrAbortHandler)
	}
	if rule != nil && rule.Action == "swallow" {
		p.end(request, "swallowed")
		panic(http.ErrAbortHandler)
	}
	if rule != nil && rule.Action == "truncate" {
		w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
		w.WriteHeader(answer.StatusCode)
		_, _ = w.Write(text[:len(text)/2])
		_ = http.NewResponseController(w).Flush()
		p.end(request, "truncated")
		panic(http.ErrAbortHandler)
	}
	p.answered(request, answer.StatusCode, text)
	for _, name := range []string{"Content-Type", "Retry-After", "Warning"} {
		if value := answer.Header.Get(name); value != "" {
			w.Header().Set(name, value)
		}
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(text) // a client that has left is none of our business
}

func (p *Proxy) ask(r *http.Request, body []byte) (*http.Response, error) {
	target := *p.upstream
	target.Path, target.RawPath, target.RawQuery = r.URL.Path, r.URL.RawPath, r.URL.RawQuery
	onward, err := http.NewRequestWithContext(r.Context(), r.Method, target.String(), newBody(body))
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"Content-Type", "User-Agent"} {
		if value := r.Header.Get(name); value != "" {
			onward.Header.Set(name, value)
		}
	}
	onward.Header.Set("Accept", "application/json")
	return p.client.RoundTrip(onward)
}

// misbehave plays a fault in place of the server's answer. False: the server shall answer all the same.
func (p *Proxy) misbehave(w http.ResponseWriter, r *http.Request, request *Request, rule *Rule) bool {
	switch rule.Action {
	case "status":
		for name, value := range rule.headers() {
			w.Header().Set(name, value)
		}
		w.Header().Set("Content-Type", "application/json")
		text := rule.status()
		w.WriteHeader(rule.Code)
		_, _ = w.Write(text)
		p.answered(request, rule.Code, nil)
		return true
	case "body":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(rule.Code)
		_, _ = io.WriteString(w, rule.Text)
		p.answered(request, rule.Code, nil)
		return true
	case "drop":
		p.end(request, "dropped")
		panic(http.ErrAbortHandler)
	case "delay":
		p.wait(r, rule.For)
		return false
	case "hold":
		select {
		case <-request.held:
		case <-r.Context().Done():
		case <-p.closed:
		}
		return false
	case "stall":
		p.wait(r, rule.For)
		p.end(request, "stalled")
		panic(http.ErrAbortHandler)
	case "close", "error":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
		if rule.Action == "error" {
			_, _ = w.Write(errorEvent(rule.status()))
		}
		p.answered(request, http.StatusOK, nil)
		p.end(request, rule.Action)
		return true
	}
	return false // what only happens to an answer or a stream under way
}

func (p *Proxy) wait(r *http.Request, length time.Duration) {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Context().Done():
	case <-p.closed:
	}
}

// Release lets what is held go on to the server.
func (p *Proxy) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.released)
	p.released = make(chan struct{})
	p.changed = time.Now()
}

// errLeft is what a stream ends with when it is not the server that ends it.
var errLeft = errors.New("the client has left")
