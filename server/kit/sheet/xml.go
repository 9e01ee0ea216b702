package sheet

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// markup reads the XML of a workbook as a stream of tags and texts. The standard library's decoder is made for any XML and takes several
// times as long for a sheet of fifty thousand rows; a workbook has no entities of its own, and one with a document type is refused.
type markup struct {
	r    *bufio.Reader
	buf  []byte
	name string // of the tag, without its namespace
	tag  []byte // the whole tag, for attr
	text []byte // between tags, still escaped
	raw  bool   // text was CDATA
	// A tag that opens and closes at once is told as opening and then as closing.
	owed bool
}

type token int

const (
	opening token = iota
	closing
	words
)

var errMarkup = errors.New("not the markup of a workbook")

func newMarkup(r io.Reader) *markup { return &markup{r: bufio.NewReaderSize(r, 64<<10)} }

func (m *markup) next() (token, error) {
	if m.owed {
		m.owed = false
		return closing, nil
	}
	for {
		text, err := m.until('<')
		if err != nil {
			if errors.Is(err, io.EOF) && len(bytes.TrimSpace(text)) > 0 {
				return 0, io.ErrUnexpectedEOF
			}
			return 0, err
		}
		text = text[:len(text)-1]
		if err := m.r.UnreadByte(); err != nil {
			return 0, err
		}
		if len(text) > 0 {
			m.text, m.raw = text, false
			return words, nil
		}
		_, _ = m.r.ReadByte()
		kind, done, err := m.readTag()
		if err != nil || done {
			return kind, err
		}
	}
}

func (m *markup) readTag() (kind token, done bool, err error) {
	tag, err := m.until('>')
	if err != nil {
		return 0, false, cut(err)
	}
	switch {
	case bytes.HasPrefix(tag, []byte("!--")):
		return 0, false, m.through(tag, "-->")
	case bytes.HasPrefix(tag, []byte("![CDATA[")):
		for !bytes.HasSuffix(tag, []byte("]]>")) {
			more, err := m.more('>')
			if err != nil {
				return 0, false, cut(err)
			}
			tag = more
		}
		m.text, m.raw = tag[len("![CDATA["):len(tag)-3], true
		return words, true, nil
	case bytes.HasPrefix(tag, []byte("?")):
		return 0, false, m.through(tag, "?>")
	case bytes.HasPrefix(tag, []byte("!")):
		return 0, false, fmt.Errorf("%w: document type", errMarkup)
	}
	quote, seen := quoteAt(0, tag), len(tag)
	for quote != 0 { // a > inside of a value
		if tag, err = m.more('>'); err != nil {
			return 0, false, cut(err)
		}
		quote, seen = quoteAt(quote, tag[seen:]), len(tag)
	}
	tag = tag[:len(tag)-1]
	kind = opening
	if bytes.HasPrefix(tag, []byte("/")) {
		kind, tag = closing, tag[1:]
	} else if bytes.HasSuffix(tag, []byte("/")) {
		m.owed, tag = true, tag[:len(tag)-1]
	}
	name := tag
	if i := bytes.IndexAny(name, " \t\r\n"); i >= 0 {
		name = name[:i]
	}
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	m.tag = tag
	if m.name != string(name) { // tags repeat: no new string for the millionth <c>
		m.name = string(name)
	}
	return kind, true, nil
}

// quoteAt is the quote that is open behind a piece of a tag, given the one that was open before it.
func quoteAt(in byte, piece []byte) byte {
	for _, b := range piece {
		switch {
		case in == 0 && (b == '"' || b == '\''):
			in = b
		case b == in:
			in = 0
		}
	}
	return in
}

func (m *markup) until(end byte) ([]byte, error) {
	m.buf = m.buf[:0]
	return m.more(end)
}

func (m *markup) more(end byte) ([]byte, error) {
	for {
		part, err := m.r.ReadSlice(end)
		m.buf = append(m.buf, part...)
		if len(m.buf) > 4*maxCell {
			return m.buf, fmt.Errorf("%w: an endless value", errMarkup)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return m.buf, err
		}
	}
}

func (m *markup) through(tag []byte, end string) error {
	for !bytes.HasSuffix(tag, []byte(end)) {
		var err error
		if tag, err = m.until('>'); err != nil {
			return cut(err)
		}
	}
	return nil
}

func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// attr is an attribute of the tag that was read last.
func (m *markup) attr(name string) (string, bool) {
	rest := m.tag
	for {
		i := bytes.IndexByte(rest, '=')
		if i < 0 {
			return "", false
		}
		key := bytes.TrimSpace(rest[:i])
		if j := bytes.LastIndexAny(key, " \t\r\n"); j >= 0 {
			key = key[j+1:]
		}
		rest = bytes.TrimLeft(rest[i+1:], " \t\r\n")
		if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
			return "", false
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 {
			return "", false
		}
		if string(key) == name {
			return unescape(rest[1:end+1], false), true
		}
		rest = rest[end+2:]
	}
}

// value is the text that was read last.
func (m *markup) value() string { return unescape(m.text, m.raw) }

func unescape(b []byte, raw bool) string {
	if raw || bytes.IndexByte(b, '&') < 0 {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		end := -1
		if b[i] == '&' {
			end = bytes.IndexByte(b[i:min(len(b), i+12)], ';')
		}
		if end < 0 {
			out = append(out, b[i])
			continue
		}
		entity := string(b[i+1 : i+end])
		switch entity {
		case "amp":
			out = append(out, '&')
		case "lt":
			out = append(out, '<')
		case "gt":
			out = append(out, '>')
		case "quot":
			out = append(out, '"')
		case "apos":
			out = append(out, '\'')
		default:
			digits, base := strings.TrimPrefix(entity, "#"), 10
			if hex, ok := strings.CutPrefix(digits, "x"); ok {
				digits, base = hex, 16
			}
			n, err := strconv.ParseUint(digits, base, 32)
			if err != nil || !strings.HasPrefix(entity, "#") || n > utf8.MaxRune {
				n = utf8.RuneError
			}
			out = utf8.AppendRune(out, rune(n))
		}
		i += end
	}
	return strings.ToValidUTF8(string(out), "\ufffd")
}
