package envelope

import (
	"bytes"
	"errors"
	"sort"
	"strings"

	stdjson "encoding/json" // keeps literals as they came; go-json may spell them anew

	"github.com/goccy/go-json"
)

func canonicalObject(b *strings.Builder, m map[string]json.RawMessage) error {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := plain(k)
		if err != nil {
			return err
		}
		b.WriteString(name)
		b.WriteByte(':')
		if err := canonicalValue(b, bytes.TrimSpace(m[k])); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func canonicalValue(b *strings.Builder, raw []byte) error {
	if len(raw) == 0 {
		return errors.New("empty value")
	}
	switch raw[0] {
	case '{':
		var m map[string]json.RawMessage
		if err := stdjson.Unmarshal(raw, &m); err != nil {
			return err
		}
		return canonicalObject(b, m)
	case '[':
		var list []stdjson.RawMessage
		if err := stdjson.Unmarshal(raw, &list); err != nil {
			return err
		}
		b.WriteByte('[')
		for i, v := range list {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := canonicalValue(b, bytes.TrimSpace(v)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	b.Write(raw)
	return nil
}

// plain spells a key as JSON.stringify does.
func plain(s string) (string, error) {
	var b bytes.Buffer
	e := stdjson.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(s)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// Canonical writes what a device signs of a mutation: its keys but sig, sorted at every level, no spaces, literals as they came.
func Canonical(raw json.RawMessage) (string, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		return "", err
	}
	delete(m, "sig")
	var b strings.Builder
	if err := canonicalObject(&b, m); err != nil {
		return "", err
	}
	return b.String(), nil
}
