package bill

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Digest is the SHA-256, in hex, of what is signed: the bill without its signatures, as canonical JSON. A tablet that
// shows the bill computes the same digest from the same row, so a signature names the text that its signer saw.
//
// Canonical means: keys sorted at every level, no spaces, literals as JSON.stringify writes them, numbers whole. A member
// that would leave a box of the form blank (null, "", 0, false, an empty list or object) is left out, so that
// a bill signed years ago keeps its digest when the form gets another box.
func Digest(b Bill) string {
	sum := sha256.Sum256(Canonical(b))
	return hex.EncodeToString(sum[:])
}

// Canonical is the text that Digest hashes.
func Canonical(b Bill) []byte {
	b.Signatures = nil
	raw, err := json.Marshal(b)
	if err != nil {
		panic(fmt.Sprintf("bill: a Bill is plain data and cannot fail to marshal: %v", err))
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		panic(fmt.Sprintf("bill: json reads what json wrote: %v", err))
	}
	return canonical(nil, filled(tree))
}

// filled drops blank members. Elements of a list stay, because their place is a part of the bill.
func filled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, m := range v {
			if m = filled(m); blank(m) {
				delete(v, k)
			} else {
				v[k] = m
			}
		}
	case []any:
		for i := range v {
			v[i] = filled(v[i])
		}
	}
	return v
}

func blank(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case json.Number:
		return v == "0"
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

func canonical(out []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(out, "null"...)
	case bool:
		return strconv.AppendBool(out, v)
	case json.Number:
		return append(out, v...)
	case string:
		return quote(out, v)
	case []any:
		out = append(out, '[')
		for i, e := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = canonical(out, e)
		}
		return append(out, ']')
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		out = append(out, '{')
		for i, k := range keys {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(quote(out, k), ':')
			out = canonical(out, v[k])
		}
		return append(out, '}')
	}
	panic(fmt.Sprintf("bill: %T is not JSON", v))
}

// quote writes a string as JSON.stringify does; encoding/json also escapes U+2028, U+2029 and, unless told, < > &.
func quote(out []byte, s string) []byte {
	const hexDigits = "0123456789abcdef"
	out = append(out, '"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\b':
			out = append(out, '\\', 'b')
		case r == '\f':
			out = append(out, '\\', 'f')
		case r == '\n':
			out = append(out, '\\', 'n')
		case r == '\r':
			out = append(out, '\\', 'r')
		case r == '\t':
			out = append(out, '\\', 't')
		case r < 0x20:
			out = append(out, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		default:
			out = utf8.AppendRune(out, r)
		}
		i += n
	}
	return append(out, '"')
}
