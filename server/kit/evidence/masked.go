package evidence

import (
	"bytes"
	"strings"

	"github.com/goccy/go-json"
)

// Masked is what an event says as those may know it who may not see drivers: a license, a plate and a telephone number by their last four, and of a phone neither its
// address nor its make. It is for showing alone: what is hashed is the whole.
func Masked(kind string, data json.RawMessage) json.RawMessage {
	own := kind == "driver" || strings.HasPrefix(kind, "gate-")
	if !own && !bytes.Contains(data, []byte(`"phone"`)) {
		return data
	}
	var said map[string]json.RawMessage
	if json.Unmarshal(data, &said) != nil {
		return json.RawMessage(`{}`)
	}
	if own {
		drop(said)
		cut(said, "licence", "plate")
	}
	var phone map[string]json.RawMessage
	if raw, ok := said["phone"]; ok && json.Unmarshal(raw, &phone) == nil { // what is known of the phone that signed
		drop(phone)
		said["phone"] = written(phone)
	} else if ok {
		cut(said, "phone")
	}
	return written(said)
}

func drop(said map[string]json.RawMessage) {
	delete(said, "address")
	delete(said, "agent")
}

func cut(said map[string]json.RawMessage, fields ...string) {
	for _, f := range fields {
		if raw, ok := said[f]; ok {
			var v string
			_ = json.Unmarshal(raw, &v) // what is no text shows nothing
			said[f] = written(LastFour(v))
		}
	}
}

func written(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage(`{}`)
	}
	return b
}

// LastFour is how a number is known again without being told: its last four characters, where it has at least three more.
func LastFour(number string) string {
	r := []rune(strings.TrimPrefix(strings.TrimSpace(number), "…"))
	switch {
	case len(r) == 0:
		return ""
	case len(r) == 4 && strings.HasPrefix(strings.TrimSpace(number), "…"): // cut before
		return "…" + string(r)
	case len(r) < 7:
		return "…"
	}
	return "…" + string(r[len(r)-4:])
}
