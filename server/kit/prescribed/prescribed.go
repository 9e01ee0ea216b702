// Package prescribed holds the messages that the product's documents word themselves, and which calls they belong to. Where a call is refused, its message heads
// what the person reads; the reason and the way on stand below it.
package prescribed

import (
	_ "embed"
	"strings"

	"github.com/goccy/go-json"
)

//go:embed messages.json
var table []byte

// Message is one of them.
type Message struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"` // good, info, warning, bad
	Form  string `json:"form"` // toast, inline, dialog, validation, …
	Code  string `json:"code"` // of the catalogue, which says it in each language
	Says  string `json:"says"` // in English, with what it names in braces
	Heads bool   `json:"heads"`
	Calls []Call `json:"calls"`
}

// Call is what a message belongs to; with a flag, only where the request has that one.
type Call struct {
	Path string `json:"path"`
	Flag string `json:"flag"`
}

// All lists the messages in the documents' order.
var All = read()

func read() (list []Message) {
	if err := json.Unmarshal(table, &list); err != nil {
		panic("prescribed messages: " + err.Error())
	}
	return list
}

type head struct{ flag, code string }

var (
	heads = map[string][]head{}
	codes = map[string]bool{}
)

func init() {
	for _, m := range All {
		codes[m.Code] = true
		for _, c := range m.Calls {
			if path := strings.ToLower(c.Path); m.Heads {
				heads[path] = append(heads[path], head{c.Flag, m.Code})
			}
		}
	}
}

// Flagged tells whether a call's message depends on the flag of the request.
func Flagged(path string) bool {
	for _, h := range heads[strings.ToLower(path)] {
		if h.flag != "" {
			return true
		}
	}
	return false
}

// Head is the message that heads a call's refusal; empty where none does, or where the reason is prescribed itself.
func Head(path, flag, reason string) string {
	if codes[reason] {
		return ""
	}
	plain := ""
	for _, h := range heads[strings.ToLower(path)] {
		switch {
		case h.flag != "" && strings.EqualFold(h.flag, flag):
			return h.code
		case h.flag == "" && plain == "":
			plain = h.code
		}
	}
	return plain
}

// Heads maps each call to its message, for a device that tells of a refusal later. A call whose message depends on a flag has it as "path flag".
func Heads() map[string]string {
	out := map[string]string{}
	for _, m := range All {
		for _, c := range m.Calls {
			key := strings.TrimSpace(c.Path + " " + c.Flag)
			if _, there := out[key]; m.Heads && !there {
				out[key] = m.Code
			}
		}
	}
	return out
}
