package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/fail"
)

// What an honest workbook stays far below. A bomb is found in the archive's directory, before a byte is unpacked; the unpacker then
// holds every entry to the size that the directory promised.
const (
	maxEntries  = 2_000
	maxUnpacked = 200 << 20
	maxRatio    = 100
	ratioFrom   = 100 << 10 // small entries of repeated text pack better than that
	maxStrings  = 64 << 20
	maxSmall    = 8 << 20 // workbook, styles, relations
)

// workbook is an opened XLSX. Sheets are read straight from the archive, row by row: the usual library either hides formulas
// or holds the whole sheet in memory to show them.
type workbook struct {
	files   map[string]*zip.File
	tabs    []tab
	strings []string
	formats []format // by style number
	epoch   time.Time
}

type tab struct{ name, path string }

// format is what a style does to a number that matters here.
type format struct {
	date bool
	pad  int // zeros in front, as in ZIP codes
}

func openWorkbook(r io.ReaderAt, size int64) (Source, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, truncated(0) // it begins as an archive and has no directory at its end
	}
	if err := inspect(z); err != nil {
		return nil, err
	}
	w := &workbook{files: map[string]*zip.File{}, epoch: time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)}
	for _, f := range z.File {
		w.files[strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, "\\", "/"), "/"))] = f
	}
	if w.files["[content_types].xml"] != nil && w.files["word/document.xml"] != nil {
		return openWord(w.files["word/document.xml"])
	}
	if w.files["[content_types].xml"] == nil || w.files["xl/workbook.xml"] == nil {
		return nil, unsupported(archiveKind(w.files))
	}
	if err := w.load(); err != nil {
		return nil, err
	}
	return w, nil
}

func archiveKind(files map[string]*zip.File) string {
	switch {
	case files["xl/workbook.bin"] != nil:
		return "xlsb"
	case files["content.xml"] != nil:
		return "ods"
	}
	return "zip"
}

// inspect refuses archives that would cost more than a workbook may.
func inspect(z *zip.Reader) error {
	bomb := func(why string) error { return fail.New(422, "file-zip-bomb", "why", why) }
	if len(z.File) > maxEntries {
		return bomb("entries")
	}
	var total uint64
	for _, f := range z.File {
		size, packed := f.UncompressedSize64, f.CompressedSize64
		total += size
		switch {
		case size > maxUnpacked || total > maxUnpacked:
			return bomb("size")
		case size > ratioFrom && size > packed*maxRatio:
			return bomb("ratio")
		case f.Flags&1 != 0:
			return unsupported("encrypted")
		case f.Method != zip.Store && f.Method != zip.Deflate:
			return unsupported("zip")
		}
		if f.FileInfo().IsDir() || size < 4 {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return damaged(err)
		}
		var head [4]byte
		_, err = io.ReadFull(in, head[:])
		_ = in.Close()
		if err != nil {
			return damaged(err)
		}
		if bytes.Equal(head[:], []byte("PK\x03\x04")) {
			return bomb("nested")
		}
	}
	return nil
}

// damaged names what went wrong inside of an archive.
func damaged(err error) error {
	var flateErr flate.CorruptInputError
	switch {
	case err == nil, fail.CodeOf(err) != "":
		return err
	case errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.As(err, &flateErr):
		return truncated(0)
	case errors.Is(err, errMarkup):
		return unsupported("xlsx")
	}
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return unsupported("xlsx")
	}
	return fmt.Errorf("read workbook: %w", err)
}

func (w *workbook) Kind() Kind { return XLSX }

func (w *workbook) Sheets() []string {
	names := make([]string, len(w.tabs))
	for i, t := range w.tabs {
		names[i] = t.name
	}
	return names
}

func (w *workbook) load() error {
	var book struct {
		Pr struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string     `xml:"name,attr"`
			State string     `xml:"state,attr"`
			Attrs []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := w.small("xl/workbook.xml", &book); err != nil {
		return err
	}
	var rels struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := w.small("xl/_rels/workbook.xml.rels", &rels); err != nil {
		return err
	}
	if book.Pr.Date1904 == "1" || book.Pr.Date1904 == "true" {
		w.epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	for _, s := range book.Sheets {
		if s.State == "hidden" || s.State == "veryHidden" {
			continue
		}
		id := ""
		for _, a := range s.Attrs {
			if a.Name.Local == "id" {
				id = a.Value
			}
		}
		for _, r := range rels.All {
			if r.ID == id && strings.HasSuffix(r.Type, "/worksheet") {
				w.tabs = append(w.tabs, tab{s.Name, inside(r.Target)})
			}
		}
	}
	if len(w.tabs) == 0 {
		return fail.Malformed("file-empty")
	}
	if err := w.loadStyles(); err != nil {
		return err
	}
	for _, r := range rels.All {
		if strings.HasSuffix(r.Type, "/sharedStrings") {
			return damaged(w.loadStrings(inside(r.Target)))
		}
	}
	return nil
}

// inside is a relation's target as a path in the archive.
func inside(target string) string {
	if rest, ok := strings.CutPrefix(target, "/"); ok {
		return strings.ToLower(path.Clean(rest))
	}
	return strings.ToLower(path.Join("xl", target))
}

func (w *workbook) small(name string, into any) error {
	f := w.files[name]
	if f == nil {
		return truncated(0)
	}
	in, err := f.Open()
	if err != nil {
		return damaged(err)
	}
	defer in.Close()
	return damaged(xml.NewDecoder(io.LimitReader(in, maxSmall)).Decode(into))
}

var (
	zeros      = regexp.MustCompile(`^0{2,10}$`)
	notFormats = regexp.MustCompile(`"[^"]*"|\[[^\]]*\]|\\.|_.|\*.`)
)

func (w *workbook) loadStyles() error {
	if w.files["xl/styles.xml"] == nil {
		return nil
	}
	var styles struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := w.small("xl/styles.xml", &styles); err != nil {
		return err
	}
	own := map[int]format{}
	for _, f := range styles.Formats {
		own[f.ID] = formatOf(f.Code)
	}
	for _, c := range styles.Cells {
		w.formats = append(w.formats, styleOf(c.Format, own))
	}
	return nil
}

func (w *workbook) loadStrings(name string) error {
	f := w.files[name]
	if f == nil {
		return nil
	}
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	m := newMarkup(in)
	var one strings.Builder
	size, reading, spoken := 0, false, 0
	for {
		t, err := m.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch {
		case t == opening && m.name == "si":
			one.Reset()
		case t == closing && m.name == "si":
			if size += one.Len() + 16; size > maxStrings {
				return fail.New(413, "file-too-large", "size", size, "max", maxStrings)
			}
			w.strings = append(w.strings, one.String())
		case m.name == "rPh" && t != words: // how a Japanese word is read aloud
			spoken += map[token]int{opening: 1, closing: -1}[t]
		case m.name == "t" && t != words:
			reading = t == opening
		case t == words && reading && spoken == 0 && one.Len() < maxCell:
			one.WriteString(m.value())
		}
	}
}

func (w *workbook) Rows(sheet string) (Rows, error) {
	for _, t := range w.tabs {
		if t.name != sheet && sheet != "" {
			continue
		}
		f := w.files[t.path]
		if f == nil {
			return nil, truncated(0)
		}
		in, err := f.Open()
		if err != nil {
			return nil, damaged(err)
		}
		return &sheetRows{book: w, in: in, m: newMarkup(in)}, nil
	}
	return nil, fail.NotFound("file-no-sheet", "sheet", sheet)
}

// sheetRows reads a sheet row by row.
type sheetRows struct {
	book  *workbook
	in    io.ReadCloser
	m     *markup
	row   int
	cells []Cell
	text  []byte
	given int // bytes of text so far: one long shared string can stand in every cell
}

func (s *sheetRows) Next() (Record, error) {
	rec, err := s.read()
	if err != nil {
		_ = s.in.Close()
		if !errors.Is(err, io.EOF) {
			err = damaged(err)
		}
	}
	return rec, err
}

func (s *sheetRows) read() (Record, error) {
	for {
		t, err := s.m.next()
		if err != nil {
			return Record{}, err
		}
		if t == closing && s.m.name == "sheetData" {
			return Record{}, io.EOF
		}
		if t != opening || s.m.name != "row" {
			continue
		}
		s.row++
		if r, ok := s.m.attr("r"); ok {
			if n, err := strconv.Atoi(r); err == nil && n >= s.row {
				s.row = n
			}
		}
		s.cells = s.cells[:0]
		h, _ := s.m.attr("hidden")
		if err := s.readRow(); err != nil {
			return Record{}, cut(err)
		}
		return Record{N: s.row, Cells: s.cells, Hidden: h == "1" || h == "true"}, nil
	}
}

func (s *sheetRows) readRow() error {
	column := -1
	for {
		t, err := s.m.next()
		if err != nil {
			return err
		}
		switch {
		case t == closing && s.m.name == "row":
			return nil
		case t == opening && s.m.name == "c":
			column++
			if ref, ok := s.m.attr("r"); ok {
				if n := columnOf(ref); n >= 0 {
					column = n
				}
			}
			c, err := s.readCell()
			if err != nil {
				return err
			}
			if column >= maxColumns || c == (Cell{}) {
				continue
			}
			if s.given += len(c.Text); s.given > maxUnpacked {
				return fail.New(422, "file-zip-bomb", "why", "text")
			}
			for len(s.cells) <= column {
				s.cells = append(s.cells, Cell{})
			}
			s.cells[column] = c
		}
	}
}

func (s *sheetRows) readCell() (c Cell, err error) {
	kind, _ := s.m.attr("t")
	style := format{}
	if id, ok := s.m.attr("s"); ok {
		if n, err := strconv.Atoi(id); err == nil && n >= 0 && n < len(s.book.formats) {
			style = s.book.formats[n]
		}
	}
	s.text = s.text[:0]
	spoken, reading := 0, false
	for {
		t, err := s.m.next()
		if err != nil {
			return c, err
		}
		switch {
		case t == closing && s.m.name == "c":
			return s.book.cell(string(s.text), kind, style, c.Formula), nil
		case t == opening && s.m.name == "f":
			c.Formula = true
			for {
				if t, err := s.m.next(); err != nil {
					return c, err
				} else if t == closing && s.m.name == "f" {
					break
				}
			}
		case s.m.name == "rPh" && t != words:
			spoken += map[token]int{opening: 1, closing: -1}[t]
		case t != words && (s.m.name == "v" || s.m.name == "t"):
			reading = t == opening
		case t == words && reading && spoken == 0 && len(s.text) < maxCell:
			s.text = append(s.text, s.m.value()...)
		}
	}
}

// cell turns what is stored into what a person sees.
func (w *workbook) cell(text, kind string, style format, formula bool) Cell {
	c := Cell{Text: text, Formula: formula && text == "", Computed: formula && text != ""}
	switch kind {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 0 || n >= len(w.strings) {
			return Cell{Broken: true, Text: "#REF!"}
		}
		c.Text = w.strings[n]
	case "e":
		c.Broken = true
	case "b":
		c.Text = map[string]string{"1": "TRUE", "0": "FALSE"}[text]
	case "d":
		c.Text, _, _ = strings.Cut(text, "T")
	case "", "n":
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			break
		}
		if style.date && v >= 1 && v < 200_000 {
			c.Text = w.epoch.AddDate(0, 0, int(v)).Format(time.DateOnly)
			return c
		}
		c.Number = true
		// Fifteen digits are what Excel keeps; the rest is noise of the binary form.
		if v, err = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64); err == nil {
			c.Text = strconv.FormatFloat(v, 'f', -1, 64)
		}
		if style.pad > len(c.Text) && strings.Trim(c.Text, "0123456789") == "" {
			c.Text = strings.Repeat("0", style.pad-len(c.Text)) + c.Text
		}
	}
	c.Text = Tidy(strings.ReplaceAll(c.Text, "_x000D_", ""))
	return c
}

// columnOf is the column of a reference such as AB12, from 0.
func columnOf(ref string) int {
	n := 0
	for _, b := range []byte(ref) {
		if b < 'A' || b > 'Z' || n > maxColumns*26 {
			break
		}
		n = n*26 + int(b-'A'+1)
	}
	return n - 1
}
