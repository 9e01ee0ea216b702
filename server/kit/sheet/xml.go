package sheet

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// markup reads the XML of a workbook as a stream of tags and texts. A workbook has no entities of its own, and one with a document type is refused.
type markup struct {
	d     *xml.Decoder
	left  *atMost
	name  string // of the tag, without its namespace
	attrs []xml.Attr
	text  string
	open  int // tags that are not closed yet
}

type token int

const (
	opening token = iota
	closing
	words
)

var errMarkup = errors.New("not the markup of a workbook")

func newMarkup(r io.Reader) *markup {
	m := &markup{left: &atMost{r: newClean(transform.NewReader(r, unicode.UTF8.NewDecoder()))}}
	m.d = xml.NewDecoder(m.left)
	m.d.Strict = false // writers escape less than they should
	return m
}

func (m *markup) next() (token, error) {
	for {
		m.left.n = 4*maxCell + 64<<10 // and what the decoder reads ahead
		t, err := m.d.RawToken()
		if wrong := new(xml.SyntaxError); errors.As(err, &wrong) && strings.HasSuffix(wrong.Msg, "unexpected EOF") {
			return 0, io.ErrUnexpectedEOF
		}
		if errors.Is(err, io.EOF) && m.open > 0 { // the decoder does not know what is open
			return 0, io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			m.open++
			m.name, m.attrs = t.Name.Local, t.Attr
			return opening, nil
		case xml.EndElement:
			m.open--
			m.name, m.attrs = t.Name.Local, nil
			return closing, nil
		case xml.CharData:
			m.text = string(t)
			return words, nil
		}
	}
}

// attr is an attribute of the tag that was read last.
func (m *markup) attr(name string) (string, bool) {
	space, local, ok := strings.Cut(name, ":")
	if !ok {
		space, local = "", name
	}
	for _, a := range m.attrs {
		if a.Name.Space == space && a.Name.Local == local {
			return a.Value, true
		}
	}
	return "", false
}

// value is the text that was read last.
func (m *markup) value() string { return m.text }

// atMost refuses to read on where one tag or text has no end: all of it would lie in memory.
type atMost struct {
	r io.Reader
	n int
}

func (a *atMost) Read(p []byte) (int, error) {
	if a.n <= 0 {
		return 0, fmt.Errorf("%w: an endless value", errMarkup)
	}
	n, err := a.r.Read(p[:min(len(p), a.n)])
	a.n -= n
	return n, err
}

// cut is the error of a file that ends before its markup does.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
