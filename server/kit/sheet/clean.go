package sheet

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// clean gives the markup of a workbook without what writers put into it and a reader of XML refuses: comments and declarations go, a section of literal text becomes
// escaped text, and a character that XML does not have becomes a space, however it is written.
type clean struct {
	r     *bufio.Reader
	out   []byte
	tag   bool
	quote byte // within a tag, the one that its value ends with
	err   error
}

func newClean(r io.Reader) *clean { return &clean{r: bufio.NewReaderSize(r, 4096)} }

func (c *clean) Read(p []byte) (int, error) {
	for len(c.out) == 0 && c.err == nil {
		c.fill()
	}
	n := copy(p, c.out)
	if c.out = c.out[n:]; n == 0 {
		return 0, c.err
	}
	return n, nil
}

// fill takes the next piece that has one meaning.
func (c *clean) fill() {
	c.out = make([]byte, 0, 512)
	for len(c.out) < 500 {
		b, err := c.r.ReadByte()
		if err != nil {
			c.err = err
			return
		}
		switch {
		case c.tag:
			c.inTag(b)
		case b == '<' && c.begins("!--"):
			c.until("-->", false)
		case b == '<' && c.begins("![CDATA["):
			c.until("]]>", true)
		case b == '<' && c.begins("!"):
			c.err = fmt.Errorf("%w: document type", errMarkup)
		case b == '<' && c.begins("?"):
			c.until("?>", false)
		case b == '<':
			c.tag, c.quote = true, 0
			c.out = append(c.out, b)
		case b == '>':
			c.out = append(c.out, "&gt;"...)
		default:
			c.letter(b)
		}
		if c.err != nil {
			return
		}
	}
}

func (c *clean) inTag(b byte) {
	switch {
	case c.quote == 0 && (b == '"' || b == '\''):
		c.quote = b
	case c.quote == b:
		c.quote = 0
	case c.quote == 0 && b == '>':
		c.tag = false
	case c.quote != 0 && b == '<':
		c.out = append(c.out, "&lt;"...)
		return
	}
	c.letter(b)
}

// letter writes a byte of text. A reference by number to what XML does not have is taken as a whole.
func (c *clean) letter(b byte) {
	if b == '&' {
		ahead, _ := c.r.Peek(12) // shorter at the end
		if end := bytes.IndexByte(ahead, ';'); end > 1 && ahead[0] == '#' {
			digits, base := string(ahead[1:end]), 10
			if rest, ok := strings.CutPrefix(strings.ToLower(digits), "x"); ok {
				digits, base = rest, 16
			}
			if n, err := strconv.ParseUint(digits, base, 32); err == nil && !allowed(rune(n)) {
				_, _ = c.r.Discard(end + 1) // was peeked
				b = ' '
			}
		}
	}
	if b < ' ' && !allowed(rune(b)) {
		b = ' '
	}
	c.out = append(c.out, b)
}

// allowed are the characters of XML 1.0, section 2.2.
func allowed(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= 0x10ffff
}

// begins takes what stands ahead, if it does.
func (c *clean) begins(what string) bool {
	ahead, _ := c.r.Peek(len(what)) // shorter at the end
	if string(ahead) != what {
		return false
	}
	_, _ = c.r.Discard(len(what)) // was peeked
	return true
}

// until goes on behind an end, and keeps what stands before it as text where it is meant.
func (c *clean) until(end string, keep bool) {
	for {
		if c.begins(end) {
			return
		}
		b, err := c.r.ReadByte()
		if err != nil {
			if c.err = err; errors.Is(err, io.EOF) {
				c.err = io.ErrUnexpectedEOF
			}
			return
		}
		if !keep {
			continue
		}
		if len(c.out) > 4*maxCell {
			c.err = errMarkup
			return
		}
		switch {
		case b == '<':
			c.out = append(c.out, "&lt;"...)
		case b == '&':
			c.out = append(c.out, "&amp;"...)
		case b == '>':
			c.out = append(c.out, "&gt;"...)
		case b < ' ' && !allowed(rune(b)):
			c.out = append(c.out, ' ')
		default:
			c.out = append(c.out, b)
		}
	}
}
