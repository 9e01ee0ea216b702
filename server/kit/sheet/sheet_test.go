package sheet

import (
	"bytes"
	"errors"
	"io"
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
