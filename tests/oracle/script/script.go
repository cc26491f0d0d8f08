// SPDX-License-Identifier: GPL-3.0-or-later

// Package script reads the small language in which the comparisons are written: one command a line, see README.md.
package script

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Script is one comparison: how both programs are started, and what happens to them.
type Script struct {
	Name        string
	Title       string
	Controllers string
	Profile     string
	Set         []string
	Workers     int
	Resync      string
	Fail        []string // controller=…,key=NAME,times=…; the namespace is put in when it is known
	WatchList   []bool   // the script is run once for each
	Alone       bool     // it changes what the whole cluster sees
	Differs     []Difference
	Tolerance   time.Duration // by how much a delay may differ that the bucket has a say in; 0 = delays are exact
	Ignore      []string      // prefixes of streams that are not over when the script is
	Steps       []Step
}

// Difference is one that is known and explained in docs/differences.md.
type Difference struct {
	Stream string // a prefix of the streams in which it shows
	Anchor string // the heading that explains it
	Always bool   // it must show; otherwise it depends on the moment
}

// Step is one command.
type Step struct {
	Line  int
	Words []string
}

func (s Step) String() string { return fmt.Sprintf("line %d: %s", s.Line, strings.Join(s.Words, " ")) }

// Commands and the least number of words that follow each.
var commands = map[string]int{
	"start": 0, "create": 2, "patch": 3, "delete": 2, "finalizer": 3, "phase": 2, "label": 3, "fault": 2, "clear": 0, "cut": 0, "end": 0,
	"inject": 1, "line": 1, "lose": 1, "refuse": 0, "release": 0, "accept": 0, "crd": 1, "wait": 1, "expect": 2,
}

// Read reads a script. Everything that it cannot mean is an error, told with its line.
func Read(file string) (*Script, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s, err := Parse(strings.TrimSuffix(filepath.Base(file), ".script"), string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// Parse reads the text of a script.
func Parse(name, text string) (*Script, error) {
	s := &Script{Name: name, Controllers: "students", Workers: 1, WatchList: []bool{true}}
	for number, line := range strings.Split(text, "\n") {
		if title, found := strings.CutPrefix(line, "title "); found {
			s.Title = strings.TrimSpace(title)
			continue
		}
		words, err := split(line)
		if err == nil && len(words) > 0 {
			err = s.add(number+1, words)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number+1, err)
		}
	}
	switch {
	case s.Title == "":
		return nil, fmt.Errorf("it has no title")
	case !slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Words[0] == "start" }):
		return nil, fmt.Errorf("it starts nothing")
	case !slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Words[0] == "expect" }):
		return nil, fmt.Errorf("it expects nothing, so that two empty logs would do")
	}
	return s, nil
}

func (s *Script) add(number int, words []string) error {
	head, rest := words[0], words[1:]
	if least, known := commands[head]; known {
		if len(rest) < least {
			return fmt.Errorf("%s needs %d words more", head, least-len(rest))
		}
		s.Steps = append(s.Steps, Step{Line: number, Words: words})
		return nil
	}
	if len(s.Steps) > 0 {
		return fmt.Errorf("there is no command %q", head)
	}
	return s.addSetting(head, rest)
}

func (s *Script) addSetting(head string, rest []string) error {
	if head == "alone" {
		s.Alone = true
		return nil
	}
	if len(rest) == 0 {
		return fmt.Errorf("%s needs a value", head)
	}
	switch head {
	case "controllers":
		s.Controllers = rest[0]
	case "profile":
		s.Profile = rest[0]
	case "set":
		s.Set = append(s.Set, rest...)
	case "resync":
		s.Resync = rest[0]
	case "fail":
		s.Fail = append(s.Fail, rest[0])
	case "differs", "may-differ":
		if len(rest) != 2 {
			return fmt.Errorf("%s takes a stream and a heading", head)
		}
		s.Differs = append(s.Differs, Difference{Stream: rest[0], Anchor: rest[1], Always: head == "differs"})
	case "tolerate":
		tolerance, err := time.ParseDuration(rest[0])
		if err != nil {
			return err
		}
		s.Tolerance = tolerance
	case "ignore":
		s.Ignore = append(s.Ignore, rest...)
	case "workers":
		count, err := strconv.Atoi(rest[0])
		if err != nil || count < 1 {
			return fmt.Errorf("workers takes a number, not %q", rest[0])
		}
		s.Workers = count
	case "watchlist":
		modes := map[string][]bool{"on": {true}, "off": {false}, "both": {true, false}}
		if modes[rest[0]] == nil {
			return fmt.Errorf("watchlist takes on, off or both, not %q", rest[0])
		}
		s.WatchList = modes[rest[0]]
	default:
		return fmt.Errorf("there is no setting or command %q", head)
	}
	return nil
}

// split splits a line into words; '…' makes one word of several, # begins a comment.
func split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	quoted, open := false, false
	for _, r := range line {
		switch {
		case r == '\'':
			quoted, open = !quoted, true
		case quoted:
			word.WriteRune(r)
		case r == '#' && !open:
			return words, nil
		case r == ' ' || r == '\t':
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if quoted {
		return nil, fmt.Errorf("a quote is not closed")
	}
	if open {
		words = append(words, word.String())
	}
	return words, nil
}

// Options splits "times=2 after=1" words off: the words without "=", and the values of the others.
func Options(words []string) (plain []string, values map[string]string) {
	values = map[string]string{}
	for _, word := range words {
		if name, value, found := strings.Cut(word, "="); found {
			values[name] = value
		} else {
			plain = append(plain, word)
		}
	}
	return plain, values
}
