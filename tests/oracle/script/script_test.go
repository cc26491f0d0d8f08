// SPDX-License-Identifier: GPL-3.0-or-later

package script

import (
	"reflect"
	"strings"
	"testing"
)

const good = `# a comment
title      A Student's life
controllers students,pods
watchlist  both
differs    queue/ some-heading # a remark

create student a name='张 三' # another
start
expect steps a Got=1
`

func TestAScriptIsRead(t *testing.T) {
	s, err := Parse("x", good)
	if err != nil {
		t.Fatal(err)
	}
	if s.Title != "A Student's life" || s.Controllers != "students,pods" || len(s.WatchList) != 2 || len(s.Differs) != 1 {
		t.Errorf("read as %+v", s)
	}
	if want := []string{"create", "student", "a", "name=张 三"}; !reflect.DeepEqual(s.Steps[0].Words, want) {
		t.Errorf("%q, not %q", s.Steps[0].Words, want)
	}
}

func TestWhatAScriptCannotMeanIsToldWithItsLine(t *testing.T) {
	for wrong, want := range map[string]string{
		strings.Replace(good, "start", "strat", 1):                       "line 8",
		strings.Replace(good, "start\n", "", 1):                          "starts nothing",
		strings.Replace(good, "expect steps a Got=1", "wait synced", 1):  "expects nothing",
		strings.Replace(good, "title ", "titel ", 1):                     "line 2",
		strings.Replace(good, "watchlist  both", "watchlist  maybe", 1):  "line 4",
		strings.Replace(good, "'张 三'", "'张 三", 1):                        "quote",
		strings.Replace(good, "create student a name", "create name", 1): "line 7",
		strings.Replace(good, "start", "start\nworkers 3", 1):            "no command",
		strings.Replace(good, "watchlist  both", "workers 0", 1):         "line 4",
		strings.Replace(good, "queue/ some-heading", "queue/", 1):        "heading",
	} {
		if _, err := Parse("x", wrong); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q, for\n%s", err, want, wrong)
		}
	}
}
