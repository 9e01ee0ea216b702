// Package canonical writes JSON in one way only, so that a hash over it can be made anywhere: keys sorted by UTF-16 at every level,
// no spaces, texts as a browser's JSON.stringify writes them. Whole numbers only; a fraction has no one spelling.
package canonical

import (
	"bytes"
	"encoding/json" // not goccy: its Decoder does not keep numbers as they stand
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// JSON writes any value that encoding/json can write.
func JSON(v any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	return Text(raw)
}

// Text writes JSON that is there already.
func Text(raw []byte) (string, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return "", err
	}
	var out strings.Builder
	if err := write(&out, v); err != nil {
		return "", err
	}
	return out.String(), nil
}

func write(b *strings.Builder, v any) error {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		fmt.Fprint(b, v)
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return fmt.Errorf("canonical: %s is not a whole number", v)
		}
		b.WriteString(v.String())
	case string:
		text(b, v)
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := write(b, e); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, byUTF16)
		b.WriteByte('{')
		for i, k := range keys {
			if i > 0 {
				b.WriteByte(',')
			}
			text(b, k)
			b.WriteByte(':')
			if err := write(b, v[k]); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	}
	return nil
}

// byUTF16 orders keys as a browser sorts them: by UTF-16, in which what stands beyond the first 65,536 signs comes before the last of those.
func byUTF16(a, b string) int {
	if plain(a) && plain(b) {
		return strings.Compare(a, b)
	}
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

var short = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func text(b *strings.Builder, s string) {
	b.WriteByte('"')
	if plain(s) {
		b.WriteString(s)
		b.WriteByte('"')
		return
	}
	for _, r := range s {
		switch esc, ok := short[r]; {
		case ok:
			b.WriteString(esc)
		case r < 0x20:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

// plain tells that every byte of a text stands for itself.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c >= 0x80 || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
