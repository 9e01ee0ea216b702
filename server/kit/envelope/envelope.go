// Package envelope reads what a device signed in one way only: the server that carries it out and the checker of evidence must see the same action in it.
//
// The app's checker reads by the same rules (web/src/document/evidence); sync/testdata/envelope.json is run by both.
package envelope

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	stdjson "encoding/json" // reads token by token
)

// maxDepth is deeper than any action nests.
const maxDepth = 34

// members are the fields of an action, spelt as the device spells them.
var members = map[string]bool{"seq": true, "id": true, "device": true, "op": true, "args": true, "subjects": true, "at": true, "atRaw": true, "user": true,
	"replaces": true, "replacesDevice": true, "sig": true}

// level is an object or a list that is being read.
type level struct {
	object bool
	name   bool // the next token is a member's name
	seen   map[string]bool
}

// meets notes a member's name.
func (l *level) meets(name string, outermost bool) error {
	if outermost && !members[name] {
		return fmt.Errorf("member %q is none of an action's", name)
	}
	if strings.ContainsRune(name, utf8.RuneError) {
		return fmt.Errorf("member %q is no text", name)
	}
	f := fold(name)
	if l.seen[f] {
		return fmt.Errorf("member %q is there twice", name)
	}
	l.seen[f] = true
	return nil
}

// fold spells names alike that a reader which heeds no case takes for the same.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
			least = min(least, c)
		}
		return least
	}, name)
}

// Check refuses text that two readers could understand differently: members that are unknown or written in another case, and at any depth two members
// of one object whose names differ in case alone or not at all.
func Check(raw []byte) error {
	if !utf8.Valid(raw) {
		return errors.New("not UTF-8")
	}
	d := stdjson.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var open []level
	for began := false; !began || len(open) > 0; began = true {
		token, err := d.Token()
		if err != nil {
			return err
		}
		if n := len(open); n > 0 && open[n-1].object && open[n-1].name {
			if name, ok := token.(string); ok {
				if err := open[n-1].meets(name, n == 1); err != nil {
					return err
				}
				open[n-1].name = false
				continue
			}
		} else if n > 0 && open[n-1].object {
			open[n-1].name = true
		}
		switch token {
		case stdjson.Delim('{'):
			open = append(open, level{object: true, name: true, seen: map[string]bool{}})
		case stdjson.Delim('['):
			open = append(open, level{})
		case stdjson.Delim('}'), stdjson.Delim(']'):
			open = open[:len(open)-1]
		}
		if !began && len(open) == 0 {
			return errors.New("not an object")
		}
		if len(open) > maxDepth {
			return errors.New("nested too deep")
		}
	}
	if bytes.TrimSpace(raw)[0] != '{' {
		return errors.New("not an object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// Signed is what is held against the event that rests on it.
type Signed struct {
	Device string `json:"device"`
	User   string `json:"user"`
	AtRaw  string `json:"atRaw"`
}

// Read reads the text that a device signed, which is canonical and has no signature in it.
func Read(text string) (s Signed, err error) {
	if err := Check([]byte(text)); err != nil {
		return s, err
	}
	if same, err := Canonical([]byte(text)); err != nil || same != text {
		return s, errors.New("not canonical, or signed with its own signature")
	}
	return s, stdjson.Unmarshal([]byte(text), &s)
}
