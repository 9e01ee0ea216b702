package sheet

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"lading/server/kit/fail"
)

func FuzzMarkup(f *testing.F) {
	f.Add([]byte(`<a b="1>2" c='x'><!-- <b> --><![CDATA[<x>]]>t&amp;&#x41;</a><d/>`))
	f.Add([]byte(`<?xml version="1.0"?><row r="1"><c r="A1" t="s"><v>0</v></c></row>`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m := newMarkup(bytes.NewReader(raw))
		for range 10 * (len(raw) + 1) {
			tok, err := m.next()
			if err != nil {
				return
			}
			switch tok {
			case words:
				_ = m.value()
			default:
				_, _ = m.attr("r")
			}
		}
		t.Fatal("does not end")
	})
}

func TestMarkup_ReadsWhatIsFoundAndRefusesWhatIsNoWorkbook(t *testing.T) {
	read := func(in io.Reader) (out string, err error) {
		m := newMarkup(in)
		for {
			tok, err := m.next()
			if err != nil {
				return out, err
			}
			switch tok {
			case words:
				out += "[" + m.value() + "]"
			case opening:
				r, _ := m.attr("r:id")
				out += "<" + m.name + r + ">"
			case closing:
				out += "</" + m.name + ">"
			}
		}
	}
	for in, want := range map[string]string{
		`<?xml version="1.0" encoding="ISO-8859-1"?><x:a r:id="1>2" id="no"/>`: "<a1>2></a>",
		"<a>tab\tAT&T &amp; &#x41;\xff<![CDATA[<x>]]></a>":                     "<a>[tab\tAT&T & A\ufffd<x>]</a>",
		"<?xml version=\"1.1\"?><a>x\vy</a>":                                   "<a>[x y]</a>",
		"<a b=\"1\x01>\">&#11;&#x0B;&#65;</a>":                                 "<a>[  A]</a>",
		"<a>b]]>c</a><!------ head -- ------>":                                 "<a>[b]]>c]</a>",
	} {
		if got, err := read(strings.NewReader(in)); got != want || !errors.Is(err, io.EOF) {
			t.Errorf("%s: %s, %v", in, got, err)
		}
	}
	for in, want := range map[string]error{"<a><b": io.ErrUnexpectedEOF, "<a>x": io.ErrUnexpectedEOF, "<a>x</a><!-- ": io.ErrUnexpectedEOF, "<a><b/>": io.ErrUnexpectedEOF, `<!DOCTYPE a [<!ENTITY x "y">]><a/>`: errMarkup, "<a>" + strings.Repeat("x", 8*maxCell+1<<20): errMarkup} {
		if _, err := read(strings.NewReader(in)); !errors.Is(err, want) {
			t.Errorf("%.20s: %v", in, err)
		}
	}
}

func FuzzRecords(f *testing.F) {
	f.Add([]byte("a,\"b\"\"c\",d\r\n\"e\nf\",g\rh"), byte(','))
	f.Fuzz(func(t *testing.T, raw []byte, delimiter byte) {
		if delimiter == '"' || delimiter == '\n' || delimiter == '\r' {
			return
		}
		c := newRecords(bytes.NewReader(raw), delimiter, false)
		for range len(raw) + 2 {
			if _, err := c.Next(); err != nil {
				if !errors.Is(err, io.EOF) && fail.CodeOf(err) != "file-truncated" {
					t.Fatal(err)
				}
				return
			}
		}
		t.Fatal("does not end")
	})
}
