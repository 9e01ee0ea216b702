package sheet

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/richardlehane/mscfb"

	"lading/server/kit/fail"
)

// openXLS reads the workbooks of Excel 5 to 2003 (BIFF5 and BIFF8). Macros, charts and objects in them are streams that are not opened.
func openXLS(r io.ReaderAt, size int64) (src Source, err error) {
	defer func() {
		if caught := recover(); caught != nil { // a damaged directory leads anywhere
			src, err = nil, truncated(0)
		}
	}()
	doc, err := mscfb.New(io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, unsupported("xls")
	}
	for range maxEntries {
		entry, err := doc.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, truncated(0)
		}
		switch entry.Name {
		case "EncryptedPackage", "EncryptionInfo":
			return nil, unsupported("encrypted")
		case "WordDocument":
			return nil, unsupported("doc")
		case "Workbook", "Book":
			if len(entry.Path) > 0 {
				continue
			}
			if entry.Size > size {
				return nil, truncated(0)
			}
			raw, err := io.ReadAll(io.LimitReader(entry, size))
			if err != nil {
				return nil, truncated(0)
			}
			return readBIFF(raw)
		}
	}
	return nil, unsupported("xls")
}

// The records that matter.
const (
	bofRecord    = 0x809
	eofRecord    = 0x0a
	filePass     = 0x2f
	codePage     = 0x42
	dateMode     = 0x22
	boundSheet   = 0x85
	sstRecord    = 0xfc
	goesOnRecord = 0x3c
	formatRecord = 0x41e
	format5      = 0x1e
	xfRecord     = 0xe0
	rowRecord    = 0x208
	numberRecord = 0x203
	rkRecord     = 0x27e
	mulRK        = 0xbd
	labelSST     = 0xfd
	labelRecord  = 0x204
	richRecord   = 0xd6
	boolErr      = 0x205
	formula      = 0x06
	formula3     = 0x206
	formula4     = 0x406
	stringOf     = 0x207
)

// biff is a workbook in its old form: records of a kind, a length and bytes.
type biff struct {
	raw     []byte
	at      int
	eight   bool
	page    uint16 // the alphabet of BIFF5's texts
	strings []string
	styles  workbook // for formats and the epoch
	codes   map[int]string
	fonts   []int // format by style number
}

func (b *biff) next() (kind int, body []byte, ok bool) {
	if b.at+4 > len(b.raw) {
		return 0, nil, false
	}
	kind = int(binary.LittleEndian.Uint16(b.raw[b.at:]))
	n := int(binary.LittleEndian.Uint16(b.raw[b.at+2:]))
	if b.at+4+n > len(b.raw) {
		return 0, nil, false
	}
	body = b.raw[b.at+4 : b.at+4+n]
	b.at += 4 + n
	return kind, body, true
}

func readBIFF(raw []byte) (Source, error) {
	b := &biff{raw: raw, page: 1252, codes: map[int]string{}, styles: workbook{epoch: time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)}}
	kind, body, ok := b.next()
	if !ok || kind != bofRecord || len(body) < 4 {
		return nil, unsupported("xls")
	}
	switch binary.LittleEndian.Uint16(body) {
	case 0x600:
		b.eight = true
	case 0x500:
	default:
		return nil, unsupported("xls")
	}
	type place struct {
		name string
		at   int
	}
	var places []place
	for done := false; !done; {
		kind, body, ok := b.next()
		if !ok {
			return nil, truncated(0)
		}
		switch kind {
		case eofRecord:
			done = true
		case filePass:
			return nil, unsupported("encrypted")
		case codePage:
			b.page = u16(body, 0)
		case dateMode:
			if u16(body, 0) == 1 {
				b.styles.epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
			}
		case boundSheet:
			if len(body) < 8 || body[4] != 0 || body[5] != 0 { // hidden, or a chart
				continue
			}
			name, _ := b.short(body[6:])
			places = append(places, place{name, int(binary.LittleEndian.Uint32(body))})
		case formatRecord, format5:
			if len(body) > 3 {
				text := ""
				if b.eight {
					text, _ = b.text(body[2:])
				} else {
					text, _ = b.short(body[2:])
				}
				b.codes[int(u16(body, 0))] = text
			}
		case xfRecord:
			b.fonts = append(b.fonts, int(u16(body, 2)))
		case sstRecord:
			if err := b.shared(body); err != nil {
				return nil, err
			}
		}
	}
	own := map[int]format{}
	for id, code := range b.codes {
		own[id] = formatOf(code)
	}
	for _, id := range b.fonts {
		b.styles.formats = append(b.styles.formats, styleOf(id, own))
	}
	g := &grids{kind: XLS}
	for _, p := range places[:min(len(places), 500)] {
		if p.at < 0 || p.at >= len(raw) {
			return nil, truncated(0)
		}
		b.at = p.at
		if err := b.sheet(g, g.page(p.name)); err != nil {
			return nil, err
		}
	}
	if len(g.pages) == 0 {
		return nil, fail.Malformed("file-empty")
	}
	return g, nil
}

func u16(b []byte, at int) uint16 {
	if at+2 > len(b) {
		return 0
	}
	return binary.LittleEndian.Uint16(b[at:])
}

func f64(b []byte, at int) float64 {
	if at+8 > len(b) {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b[at:]))
}

// sheet reads the cells of one sheet. Rows stand in blocks, and cells in them mostly in order; nothing counts on it.
func (b *biff) sheet(g *grids, p *page) error {
	if kind, _, ok := b.next(); !ok || kind != bofRecord {
		return truncated(0)
	}
	rows := map[int]*Record{}
	last, depth, owed := -1, 0, [2]int{-1, -1}
	given := 0
	put := func(row, column, style int, c Cell) {
		r := rows[row]
		if r == nil {
			r = &Record{N: row + 1}
			rows[row] = r
		}
		last = max(last, row)
		given += len(c.Text)
		r.Cells = put(r.Cells, column, c)
	}
	number := func(row, column, style int, v float64, formula bool) {
		put(row, column, style, b.styles.cell(strconv.FormatFloat(v, 'g', -1, 64), "n", b.style(style), formula))
	}
	for {
		kind, body, ok := b.next()
		if !ok {
			return truncated(last + 1)
		}
		if given > maxGridText || len(rows) > maxGridRows {
			return fail.New(413, "file-too-large", "size", given, "max", maxGridText)
		}
		row, column, style := int(u16(body, 0)), int(u16(body, 2)), int(u16(body, 4))
		switch kind {
		case bofRecord: // a chart inside of the sheet
			depth++
		case eofRecord:
			if depth--; depth >= 0 {
				continue
			}
			return b.lay(g, p, rows, last)
		}
		if depth > 0 {
			continue
		}
		switch kind {
		case rowRecord:
			if len(body) >= 16 && binary.LittleEndian.Uint32(body[12:])&0x20 != 0 {
				r := rows[row]
				if r == nil {
					r = &Record{N: row + 1}
					rows[row] = r
				}
				r.Hidden = true
			}
		case numberRecord:
			number(row, column, style, f64(body, 6), false)
		case rkRecord:
			if len(body) >= 10 {
				number(row, column, style, rk(binary.LittleEndian.Uint32(body[6:])), false)
			}
		case mulRK:
			for i := 4; i+6 <= len(body)-2; i += 6 {
				number(row, column+(i-4)/6, int(u16(body, i)), rk(binary.LittleEndian.Uint32(body[i+2:])), false)
			}
		case labelSST:
			if len(body) >= 10 {
				c := Cell{Broken: true, Text: "#REF!"}
				if n := int(binary.LittleEndian.Uint32(body[6:])); n >= 0 && n < len(b.strings) {
					c = Cell{Text: b.strings[n]}
				}
				put(row, column, style, c)
			}
		case labelRecord, richRecord:
			if len(body) > 8 {
				text, _ := b.text(body[6:])
				put(row, column, style, Cell{Text: Tidy(text)})
			}
		case boolErr:
			if len(body) >= 8 {
				put(row, column, style, boolOf(body[6], body[7], false))
			}
		case formula, formula3, formula4:
			if len(body) < 14 {
				continue
			}
			if body[12] != 0xff || body[13] != 0xff {
				number(row, column, style, f64(body, 6), true)
				continue
			}
			switch body[6] {
			case 0:
				owed = [2]int{row, column}
			case 1, 2:
				put(row, column, style, boolOf(body[8], body[6]-1, true))
			}
		case stringOf:
			if owed[0] >= 0 && len(body) > 2 {
				text, _ := b.text(body)
				put(owed[0], owed[1], 0, Cell{Text: Tidy(text), Computed: true})
				owed = [2]int{-1, -1}
			}
		}
	}
}

func boolOf(value, isError byte, formula bool) Cell {
	if isError != 0 {
		return Cell{Text: map[byte]string{0: "#NULL!", 7: "#DIV/0!", 0x0f: "#VALUE!", 0x17: "#REF!", 0x1d: "#NAME?", 0x24: "#NUM!"}[value] + map[bool]string{true: "#N/A"}[value == 0x2a], Broken: true, Computed: formula}
	}
	return Cell{Text: map[bool]string{true: "TRUE", false: "FALSE"}[value != 0], Computed: formula}
}

func (b *biff) style(n int) format {
	if n < len(b.styles.formats) {
		return b.styles.formats[n]
	}
	return format{}
}

// lay puts the rows in their order, the blank ones between them too.
func (b *biff) lay(g *grids, p *page, rows map[int]*Record, last int) error {
	for n := 0; n <= last; n++ {
		r := rows[n]
		if r == nil {
			continue
		}
		if err := g.add(p, *r); err != nil {
			return err
		}
	}
	return nil
}

// rk is a number in thirty bits.
func rk(v uint32) float64 {
	var f float64
	if v&2 != 0 {
		f = float64(int32(v) >> 2)
	} else {
		f = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

// formatOf tells what a number format does that matters here.
func formatOf(code string) format {
	bare := strings.ToLower(notFormats.ReplaceAllString(code, ""))
	if zeros.MatchString(bare) {
		return format{pad: len(bare)}
	}
	return format{date: strings.ContainsAny(bare, "yd") && !strings.Contains(bare, "general")}
}

// styleOf is the format of a number: the file's own, or one of Excel's.
func styleOf(id int, own map[int]format) format {
	f, ok := own[id]
	if !ok && (id >= 14 && id <= 17 || id == 22 || id >= 27 && id <= 36 || id >= 50 && id <= 58) {
		f.date = true
	}
	return f
}
