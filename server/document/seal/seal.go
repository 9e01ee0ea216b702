// Package seal puts the organisation's seal on a paper and checks papers that somebody brings: a PAdES baseline signature in the PDF
// itself (ETSI EN 319 142-1; level B-T where a timestamp server confirms the time, else B-B), so that any PDF reader can tell that not one byte was
// changed, and that nothing was added. The seal also certifies the paper (DocMDP 1): readers are told that no change is allowed.
package seal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"lading/server/kit/cms"
)

// Words are what a reader shows beside the seal.
type Words struct {
	Name, Reason, Location string
	At                     time.Time
}

const (
	room      = 4 << 10  // bytes for a signature, beside its certificates
	stampRoom = 12 << 10 // and for a timestamp's token
	digits    = 10       // of a number in the byte range
)

// Seal appends the signature to a PDF as an update of its own; the bytes before it stay as they are.
// It takes what our own pages are: one revision with a plain cross-reference table. The signature is checked before it is given out.
func Seal(ctx context.Context, pdf []byte, by cms.Signer, w Words) (sealed []byte, s cms.Signature, err error) {
	d, err := open(pdf)
	if err != nil {
		return nil, s, err
	}
	size := room
	for _, c := range by.Chain {
		size += len(c.Raw)
	}
	if by.Stamp != nil {
		size += stampRoom
	}
	field, signature := d.size, d.size+1
	u := update{out: bytes.NewBuffer(bytes.Clone(pdf)), at: map[int]int{}}
	if !bytes.HasSuffix(pdf, []byte("\n")) {
		u.out.WriteByte('\n')
	}
	// nothing after: the certification says it to readers, our own checker asks for it anyway
	u.object(d.root, d.with(d.root, fmt.Sprintf("/Version /1.7 /AcroForm << /Fields [%d 0 R] /SigFlags 3 >> /Perms << /DocMDP %d 0 R >>", field, signature)))
	u.object(d.page, d.with(d.page, fmt.Sprintf("/Annots [%d 0 R]", field)))
	u.object(field, fmt.Sprintf("<< /Type /Annot /Subtype /Widget /FT /Sig /T (Seal) /F 132 /Rect [0 0 0 0] /P %d 0 R /V %d 0 R >>", d.page, signature))
	u.object(signature, fmt.Sprintf("<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange %s /Contents <%s> /M (%s) /Name %s /Reason %s /Location %s"+
		" /Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>] >>",
		byteRange(0, 0, 0), strings.Repeat("0", 2*size), w.At.UTC().Format("D:20060102150405Z"), text(w.Name), text(w.Reason), text(w.Location)))
	u.table(d)

	out := u.out.Bytes()
	from := bytes.Index(out[u.at[signature]:], []byte("/Contents <")) + u.at[signature] + len("/Contents ")
	to := from + 2*size + 2
	at := bytes.Index(out[u.at[signature]:], []byte("/ByteRange ")) + u.at[signature] + len("/ByteRange ")
	copy(out[at:], byteRange(from, to, len(out)-to))
	h := sha256.New()
	h.Write(out[:from])
	h.Write(out[to:])
	der, err := cms.Sign(ctx, by, h.Sum(nil))
	if err != nil {
		return nil, s, err
	}
	if len(der) > size {
		return nil, s, fmt.Errorf("seal: a signature of %d bytes, and room for %d", len(der), size)
	}
	hex.Encode(out[from+1:], der)
	s, err = cms.Verify(der, h.Sum(nil))
	return out, s, err
}

func byteRange(from, to, rest int) string {
	return fmt.Sprintf("[0 %0*d %0*d %0*d]", digits, from, digits, to, digits, rest)
}

// text writes a string so that any language survives.
func text(s string) string {
	out := []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(s)) {
		out = append(out, byte(unit>>8), byte(unit))
	}
	return "<" + hex.EncodeToString(out) + ">"
}

// file is what sealing needs to know of a PDF.
type file struct {
	pdf              []byte
	objects          map[int]int // number → offset
	size, prev, info int
	root, page       int
}

var (
	startXref = regexp.MustCompile(`startxref\s+(\d+)\s+%%EOF\s*$`)
	trailer   = regexp.MustCompile(`(?s)trailer\s*<<(.*?)>>`)
	entryLine = regexp.MustCompile(`^(\d{10}) \d{5} ([nf])`)
	section   = regexp.MustCompile(`^(\d+) (\d+)\s*$`)
	kids      = regexp.MustCompile(`/Kids\s*\[\s*(\d+) 0 R`)
)

func open(pdf []byte) (*file, error) {
	unknown := func(what string) (*file, error) { return nil, fmt.Errorf("seal: a PDF without %s", what) }
	m := startXref.FindSubmatch(pdf)
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || m == nil {
		return unknown("a beginning and an end")
	}
	d := &file{pdf: pdf, objects: map[int]int{}}
	d.prev, _ = strconv.Atoi(string(m[1]))
	if d.prev >= len(pdf) || !bytes.HasPrefix(pdf[d.prev:], []byte("xref")) {
		return unknown("a plain cross-reference table")
	}
	next := 0
	for _, line := range strings.Split(string(pdf[d.prev:]), "\n")[1:] {
		if e := entryLine.FindStringSubmatch(line); e != nil {
			if e[2] == "n" {
				d.objects[next], _ = strconv.Atoi(e[1])
			}
			next++
		} else if s := section.FindStringSubmatch(line); s != nil {
			next, _ = strconv.Atoi(s[1])
		} else {
			break
		}
	}
	t := trailer.FindSubmatch(pdf[d.prev:])
	if t == nil || bytes.Contains(t[1], []byte("/Prev")) {
		return unknown("one revision alone")
	}
	d.size, d.root, d.info = number(t[1], "/Size"), number(t[1], "/Root"), number(t[1], "/Info")
	k := kids.FindStringSubmatch(d.body(number([]byte(d.body(d.root)), "/Pages")))
	if k == nil {
		return unknown("pages")
	}
	d.page, _ = strconv.Atoi(k[1])
	if d.body(d.page) == "" || strings.Contains(d.body(d.page), "/Annots") || strings.Contains(d.body(d.root), "/AcroForm") {
		return unknown("a first page that is plain")
	}
	return d, nil
}

func number(in []byte, key string) int {
	m := regexp.MustCompile(key + `\s+(\d+)`).FindSubmatch(in)
	if m == nil {
		return -1
	}
	n, _ := strconv.Atoi(string(m[1]))
	return n
}

// body is an object's dictionary.
func (d *file) body(n int) string {
	at, ok := d.objects[n]
	if !ok || at >= len(d.pdf) {
		return ""
	}
	body, _, ok := strings.Cut(string(d.pdf[at:]), "endobj")
	if !ok {
		return ""
	}
	_, body, _ = strings.Cut(body, " obj")
	return strings.TrimSpace(body)
}

// with gives an object with more in its dictionary.
func (d *file) with(n int, more string) string {
	body := strings.TrimSuffix(d.body(n), ">>")
	return strings.TrimRight(body, " \n") + " " + more + " >>"
}

// update is a revision as it is written.
type update struct {
	out *bytes.Buffer
	at  map[int]int
}

func (u *update) object(n int, body string) {
	u.at[n] = u.out.Len()
	fmt.Fprintf(u.out, "%d 0 obj\n%s\nendobj\n", n, body)
}

func (u *update) table(d *file) {
	from := u.out.Len()
	u.out.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for n := range d.size + 2 {
		if at, ok := u.at[n]; ok {
			fmt.Fprintf(u.out, "%d 1\n%010d 00000 n \n", n, at)
		}
	}
	info := ""
	if d.info >= 0 {
		info = fmt.Sprintf(" /Info %d 0 R", d.info)
	}
	fmt.Fprintf(u.out, "trailer\n<< /Size %d /Root %d 0 R%s /Prev %d >>\nstartxref\n%d\n%%%%EOF\n", d.size+2, d.root, info, d.prev, from)
}
