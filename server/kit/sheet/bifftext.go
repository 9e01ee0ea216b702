package sheet

import (
	"encoding/binary"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"lading/server/kit/fail"
)

var pages = map[uint16]encoding.Encoding{437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 866: charmap.CodePage866, 1250: charmap.Windows1250, 1251: charmap.Windows1251,
	1252: charmap.Windows1252, 1253: charmap.Windows1253, 1254: charmap.Windows1254, 1257: charmap.Windows1257, 10000: charmap.Macintosh, 0x8000: charmap.Macintosh, 0x8001: charmap.Windows1252}

// narrow is a text of one byte a letter, in the workbook's alphabet.
func (b *biff) narrow(raw []byte) string {
	e := pages[b.page]
	if e == nil {
		e = charmap.Windows1252
	}
	s, err := e.NewDecoder().Bytes(raw)
	if err != nil {
		return ""
	}
	return string(s)
}

// short is a text whose length is told in one byte: a sheet's name.
func (b *biff) short(body []byte) (string, int) {
	if len(body) < 1 {
		return "", 0
	}
	n := int(body[0])
	if !b.eight {
		return b.narrow(body[1:min(1+n, len(body))]), 1 + n
	}
	return letters(body[1:], n)
}

// text is a text whose length is told in two bytes.
func (b *biff) text(body []byte) (string, int) {
	if len(body) < 2 {
		return "", len(body)
	}
	n := int(u16(body, 0))
	if !b.eight {
		return b.narrow(body[2:min(2+n, len(body))]), 2 + n
	}
	return letters(body[2:], n)
}

// letters reads a text of BIFF8 behind its length: flags, then one or two bytes a letter.
func letters(body []byte, n int) (string, int) {
	if len(body) < 1 {
		return "", 0
	}
	flags, at := body[0], 1
	if flags&8 != 0 {
		at += 2
	}
	if flags&4 != 0 {
		at += 4
	}
	if at > len(body) {
		return "", len(body)
	}
	return run(body[at:], n, flags&1 != 0), at + n*int(1+flags&1)
}

// run decodes letters, as many as there are.
func run(body []byte, n int, wide bool) string {
	if !wide {
		n = min(n, len(body))
		units := make([]uint16, n)
		for i := range n {
			units[i] = uint16(body[i])
		}
		return string(utf16.Decode(units))
	}
	n = min(n, len(body)/2)
	units := make([]uint16, n)
	for i := range n {
		units[i] = binary.LittleEndian.Uint16(body[2*i:])
	}
	return string(utf16.Decode(units))
}

// shared reads the table of texts, which may go on over many records. A text that is cut by a record's end says anew how wide its letters are.
func (b *biff) shared(first []byte) error {
	if len(first) < 8 {
		return truncated(0)
	}
	body, size := first[8:], 0
	total := int(binary.LittleEndian.Uint32(first[4:]))
	more := func() bool {
		if b.at+4 > len(b.raw) || binary.LittleEndian.Uint16(b.raw[b.at:]) != goesOnRecord {
			return false
		}
		_, next, ok := b.next()
		body = next
		return ok
	}
	take := func(n int) []byte { // of what is not cut inside
		var out []byte
		for n > 0 {
			if len(body) == 0 && !more() {
				return out
			}
			k := min(n, len(body))
			out = append(out, body[:k]...)
			body, n = body[k:], n-k
		}
		return out
	}
	for range total {
		head := take(3)
		if len(head) < 3 {
			return truncated(0)
		}
		n, flags := int(u16(head, 0)), head[2]
		rich, far := 0, 0
		if flags&8 != 0 {
			rich = int(u16(take(2), 0))
		}
		if flags&4 != 0 {
			if f := take(4); len(f) == 4 {
				far = int(binary.LittleEndian.Uint32(f))
			}
		}
		text, wide := "", flags&1 != 0
		for n > 0 {
			if len(body) == 0 {
				if !more() || len(body) == 0 {
					return truncated(0)
				}
				wide = body[0]&1 != 0
				body = body[1:]
			}
			width := 1
			if wide {
				width = 2
			}
			k := min(n, len(body)/width)
			if k == 0 {
				return truncated(0)
			}
			text += run(body, k, wide)
			body, n = body[k*width:], n-k
		}
		if far < 0 || far > len(b.raw) || rich*4 > len(b.raw) {
			return truncated(0)
		}
		take(rich*4 + far)
		if size += len(text) + 16; size > maxStrings {
			return fail.New(413, "file-too-large", "size", size, "max", maxStrings)
		}
		b.strings = append(b.strings, Tidy(text))
	}
	return nil
}
