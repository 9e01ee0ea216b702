package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"lading/server/kit/fail"
)

var signatures = []struct{ magic, kind string }{
	{"PK\x03\x04", "zip"},
	{"PK\x05\x06", "zip"},                       // an empty archive
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "xls"}, // also an xlsx with a password
	{"%PDF-", "pdf"},
	{"\x89PNG", "png"},
	{"\xff\xd8\xff", "jpeg"},
	{"GIF8", "gif"},
	{"II*\x00", "tiff"},
	{"MM\x00*", "tiff"},
	{"\x1f\x8b", "gzip"},
	{"7z\xbc\xaf", "7z"},
	{"Rar!", "rar"},
	{"MZ", "program"},
	{"\x7fELF", "program"},
	{"{\\rtf", "rtf"},
	{"\xff\xfe\x00\x00", "utf-32"},
	{"\x00\x00\xfe\xff", "utf-32"},
}

// magic tells a file's kind by its first bytes; "text" is everything that may be a CSV.
func magic(head []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.magic)) {
			if s.kind == "program" && head[1] == 'Z' && utf8.Valid(head) && !bytes.ContainsRune(head, 0) {
				continue // a header may well begin with MZ
			}
			return s.kind
		}
	}
	text := strings.ToLower(strings.TrimSpace(string(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))))
	switch {
	case strings.HasPrefix(text, "<"):
		return "html" // "Excel" files of many web programs are tables in HTML
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "[{"):
		return "json"
	case strings.HasPrefix(text, "isa*"), strings.HasPrefix(text, "isa|"), strings.HasPrefix(text, "una"), strings.HasPrefix(text, "unb+"):
		return "edi"
	}
	return "text"
}

// Text is an opened CSV: how it is written is known, and that it is text is certain.
type Text struct {
	r         io.ReaderAt
	size      int64
	Encoding  string
	skip      int64 // byte order mark
	Delimiter byte
	sepLine   bool // Excel's own first line, "sep=;"
	columns   []column
}

func (t *Text) Kind() Kind {
	if t.columns != nil {
		return Fixed
	}
	return CSV
}
func (t *Text) Sheets() []string { return nil }

func (t *Text) Rows(string) (Rows, error) {
	if t.columns != nil {
		return t.lines(), nil
	}
	return newRecords(t.reader(), t.Delimiter, t.sepLine), nil
}

func (t *Text) reader() io.Reader {
	raw := io.NewSectionReader(t.r, t.skip, t.size-t.skip)
	switch t.Encoding {
	case "utf-16le":
		return transform.NewReader(raw, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder())
	case "utf-16be":
		return transform.NewReader(raw, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder())
	case "windows-1252":
		return transform.NewReader(raw, charmap.Windows1252.NewDecoder())
	}
	return raw
}

func openText(r io.ReaderAt, size int64, head []byte, known func([]string) int) (Source, error) {
	t, err := newText(r, size, head)
	if err != nil {
		return nil, err
	}
	if err := t.choose(known); err != nil {
		return nil, err
	}
	return t, nil
}

// newText finds out how a text is written, over all of it.
func newText(r io.ReaderAt, size int64, head []byte) (*Text, error) {
	t := &Text{r: r, size: size}
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		t.Encoding, t.skip = "utf-8", 3
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		t.Encoding, t.skip = "utf-16le", 2
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		t.Encoding, t.skip = "utf-16be", 2
	default:
		t.Encoding = wide(head)
	}
	if strings.HasPrefix(t.Encoding, "utf-16") && (size-t.skip)%2 != 0 {
		return nil, truncated(0)
	}
	return t, t.scan()
}

// wide recognises UTF-16 without its mark by the zeros in every other byte: headers are mostly plain letters.
func wide(head []byte) string {
	even, odd := 0, 0
	for i, b := range head {
		if b != 0 {
			continue
		}
		if i%2 == 0 {
			even++
		} else {
			odd++
		}
	}
	half := len(head) / 2
	switch {
	case half >= 2 && odd*10 > half*6 && even*10 < half:
		return "utf-16le"
	case half >= 2 && even*10 > half*6 && odd*10 < half:
		return "utf-16be"
	}
	return ""
}

// scan reads the file once from end to end: an encoding guessed from the beginning is wrong in the one name with an accent in row 40,000.
func (t *Text) scan() error {
	utf8OK, latinOK, filled := true, true, false
	check := func(r io.Reader, decoded bool) error {
		buf := make([]byte, 64<<10)
		held := 0
		for {
			n, err := r.Read(buf[held:])
			n += held
			chunk := buf[:n]
			for len(chunk) > 0 && (utf8.FullRune(chunk) || err != nil) {
				c, w := utf8.DecodeRune(chunk)
				switch {
				case c == utf8.RuneError && (w == 1 || decoded):
					utf8OK = false
					if b := chunk[0]; b == 0x81 || b == 0x8d || b == 0x8f || b == 0x90 || b == 0x9d {
						latinOK = false // Windows-1252 has no such letters
					}
				case c < ' ' && !strings.ContainsRune("\t\r\n\f\x1a", c), c == 0x7f:
					return unsupported("binary")
				case c > ' ' && c != '\ufeff':
					filled = true
				}
				chunk = chunk[w:]
			}
			held = copy(buf, chunk)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("read file: %w", err)
			}
		}
	}
	guess := t.Encoding
	counted := &counter{r: t.reader()}
	if err := check(counted, strings.HasPrefix(guess, "utf-16")); err != nil {
		return err
	}
	switch {
	case !strings.HasPrefix(guess, "utf-16") && counted.n < t.size-t.skip:
		return truncated(0) // shorter than the size that was announced
	case strings.HasPrefix(guess, "utf-16") && !utf8OK:
		return fail.Malformed("file-encoding", "encoding", guess)
	case guess == "utf-8" && !utf8OK:
		return fail.Malformed("file-encoding", "encoding", guess)
	case guess == "" && utf8OK:
		t.Encoding = "utf-8"
	case guess == "" && latinOK:
		t.Encoding, filled = "windows-1252", true
	case guess == "":
		return fail.Malformed("file-encoding", "encoding", "")
	}
	if !filled {
		return fail.Malformed("file-empty")
	}
	return nil
}

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// choose takes the delimiter under which most of the header's words are known; if none are, the one that cuts the rows most evenly.
func (t *Text) choose(known func([]string) int) error {
	var first [64]byte
	n, _ := io.ReadFull(t.reader(), first[:])
	line, _, _ := strings.Cut(strings.TrimPrefix(string(first[:n]), "\ufeff"), "\n")
	if sep, ok := strings.CutPrefix(strings.ToLower(strings.TrimRight(line, "\r")), "sep="); ok && len(sep) == 1 {
		t.Delimiter, t.sepLine = sep[0], true
		return nil
	}
	bestKnown, bestEven := -1, -1
	for _, d := range []byte(",;\t|^~") {
		found, even, width := 0, 0, 0
		records := newRecords(t.reader(), d, false)
		for range HeaderDepth {
			rec, err := records.Next()
			if err != nil {
				break // a cut file is refused when it is read, with the delimiter that fits
			}
			if known != nil {
				found = max(found, known(Texts(rec)))
			}
			if w := len(rec.Cells); w > 1 && w == width {
				even += w
			} else {
				width = w
			}
		}
		if found > bestKnown || found == bestKnown && even > bestEven {
			t.Delimiter, bestKnown, bestEven = d, found, even
		}
	}
	if bestKnown < 3 && t.widths(known) {
		t.Delimiter = 0
	}
	return nil
}

// Texts is the row as plain text.
func Texts(rec Record) []string {
	out := make([]string, len(rec.Cells))
	for i, c := range rec.Cells {
		out[i] = c.Text
	}
	return out
}
