// SPDX-License-Identifier: GPL-3.0-or-later

package proxy

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"
)

const students = "/apis/bolingcavalry.k8s.io/v1/namespaces/x/students"

// start makes a proxy before a server that lists one Student at version 7, and streams lines that the test gives it.
func start(t *testing.T) (p *Proxy, base string, lines chan string) {
	lines = make(chan string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("watch") == "" {
			_, _ = io.WriteString(w, `{"metadata":{"resourceVersion":"7"},"items":[{}]}`)
			return
		}
		_ = http.NewResponseController(w).Flush()
		for {
			select {
			case <-r.Context().Done():
				return
			case line := <-lines:
				_, _ = io.WriteString(w, line+"\n")
				_ = http.NewResponseController(w).Flush()
			}
		}
	}))
	p, err := New(server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Close()
		server.Close()
	})
	return p, "http://" + p.address, lines
}

func get(t *testing.T, address string) (int, string) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func open(t *testing.T, address string) *bufio.Reader {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return bufio.NewReader(answer.Body)
}

func modified(version string) string {
	return `{"type":"MODIFIED","object":{"metadata":{"resourceVersion":"` + version + `"}}}`
}

func TestRequestsAreToldByWhatTheClientHasBeenGiven(t *testing.T) {
	p, base, lines := start(t)
	get(t, base+students+"?resourceVersion=0&limit=500")
	stream := open(t, base+students+"?watch=true&resourceVersion=7")
	for _, version := range []string{"8", "9"} {
		lines <- modified(version)
		if _, err := stream.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	for _, version := range []string{"9", "7", "3", ""} {
		get(t, base+students+"?resourceVersion="+version)
	}
	want := []string{"list 0", "watch last", "list last", "list last-3", "list unknown", "list unset"}
	for i, request := range p.Requests() {
		// The list in between gave version 7 once more, which makes that the last one.
		if got := request.Verb + " " + request.Version; i < 3 && got != want[i] {
			t.Errorf("request %d: %s, not %s", i+1, got, want[i])
		}
	}
	all := p.Requests()
	if all[4].Version != "unknown" || all[5].Version != "unset" || all[3].Version != "last" {
		t.Errorf("%s, %s, %s", all[3].Version, all[4].Version, all[5].Version)
	}
}

func TestAFaultIsForTheNextRequestsOfItsKind(t *testing.T) {
	p, base, _ := start(t)
	p.AddRule(Rule{Verb: "list", Action: "status", Code: 410, Times: 1, After: 1})
	var codes []int
	for range 3 {
		code, text := get(t, base+students)
		codes = append(codes, code)
		if code == 410 && !strings.Contains(text, `"reason":"Expired"`) {
			t.Errorf("no Status: %s", text)
		}
	}
	if codes[0] != 200 || codes[1] != 410 || codes[2] != 200 {
		t.Errorf("answered %v", codes)
	}
}

func TestAWatchIsCutEndedOrToldAnError(t *testing.T) {
	p, base, _ := start(t)
	stream := open(t, base+students+"?watch=true")
	p.CutWatches()
	if _, err := stream.ReadString('\n'); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut: %v", err)
	}
	stream = open(t, base+students+"?watch=true")
	p.EndWatches()
	if _, err := stream.ReadString('\n'); !errors.Is(err, io.EOF) {
		t.Errorf("ended: %v", err)
	}
	stream = open(t, base+students+"?watch=true")
	if _, err := p.InjectError(Rule{Code: 410}, 50*time.Millisecond); err == nil {
		t.Error("the client did not leave, which is not told")
	}
	if line, err := stream.ReadString('\n'); err != nil || !strings.Contains(line, `"type":"ERROR"`) {
		t.Errorf("%q, %v", line, err)
	}
	ends := []string{"cut", "ended", ""}
	for i, request := range p.Requests() {
		if request.End != ends[i] {
			t.Errorf("watch %d: %q, not %q", i+1, request.End, ends[i])
		}
	}
}

func TestAnEventIsLost(t *testing.T) {
	p, base, lines := start(t)
	p.LoseEvents(1)
	stream := open(t, base+students+"?watch=true")
	lines <- modified("8")
	lines <- modified("9")
	if line, err := stream.ReadString('\n'); err != nil || !strings.Contains(line, `"9"`) {
		t.Errorf("%q, %v", line, err)
	}
}

func TestAnEventIsTorn(t *testing.T) {
	p, base, lines := start(t)
	p.AddRule(Rule{Verb: "watch", Action: "truncate", Times: 1})
	stream := open(t, base+students+"?watch=true")
	lines <- modified("10")
	if line, err := stream.ReadString('\n'); !errors.Is(err, io.ErrUnexpectedEOF) || line == "" || strings.HasSuffix(line, "}") {
		t.Errorf("%q, %v", line, err)
	}
}

func TestConnectionsAreRefusedAndAcceptedAgainOnTheSamePort(t *testing.T) {
	p, base, _ := start(t)
	p.Refuse()
	if _, err := http.Get(base + students); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("not refused: %v", err)
	}
	if err := p.Accept(); err != nil {
		t.Fatal(err)
	}
	if code, _ := get(t, base+students); code != 200 {
		t.Errorf("answered %d", code)
	}
}

func TestWhatIsHeldGoesOnWhenReleased(t *testing.T) {
	p, base, _ := start(t)
	p.AddRule(Rule{Verb: "list", Action: "hold", Times: 1})
	done := make(chan int)
	go func() {
		answer, err := http.Get(base + students)
		if err != nil {
			done <- 0
			return
		}
		_ = answer.Body.Close()
		done <- answer.StatusCode
	}()
	for len(p.Requests()) == 0 || p.Requests()[0].Fault == "" {
		time.Sleep(time.Millisecond)
	}
	select {
	case code := <-done:
		t.Fatalf("answered %d while held", code)
	default:
	}
	p.Release()
	if code := <-done; code != 200 {
		t.Errorf("answered %d", code)
	}
}
