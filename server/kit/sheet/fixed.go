package sheet

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// column is a stretch of a line of fixed width, in characters; the last one reaches to the line's end.
type column struct{ from, to int }

// widths finds the columns of a text that has none of the usual signs between them: the positions that are blank in every line, from the row that has most
// words which the reader knows as titles. A line of dashes below the titles settles it.
func (t *Text) widths(known func([]string) int) bool {
	if known == nil {
		return false
	}
	var text []string
	r := bufio.NewReaderSize(t.reader(), 64<<10)
	for range 400 {
		line, err := r.ReadString('\n')
		if len(line) > 20_000 {
			return false
		}
		if line = strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n\f\x1a "); line != "" || err == nil {
			text = append(text, untabbed(line))
		}
		if err != nil {
			break
		}
	}
	head, most := -1, 2
	for i, line := range text[:min(len(text), HeaderDepth)] {
		if n := known(parted(line)); n > most {
			head, most = i, n
		}
	}
	if head < 0 {
		return false
	}
	columns := ruled(text, head)
	if columns == nil {
		columns = blanks(text, head)
	}
	if len(columns) < 3 || known(cutAt(text[head], columns)) < 3 {
		return false
	}
	t.columns = columns
	return true
}

func untabbed(s string) string { return strings.ReplaceAll(s, "\t", "        ") }

// parted is a line cut where two blanks are.
func parted(line string) (out []string) {
	for p := range strings.SplitSeq(line, "  ") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// ruled takes the columns from a line of dashes: "-----  -------- ----".
func ruled(text []string, head int) (columns []column) {
	for _, line := range text[head+1 : min(len(text), head+3)] {
		if strings.Trim(line, "-= +") != "" || !strings.Contains(strings.TrimSpace(line), " ") {
			continue
		}
		from := -1
		for i, r := range []rune(line + " ") {
			switch dash := r != ' '; {
			case dash && from < 0:
				from = i
			case !dash && from >= 0:
				columns = append(columns, column{from, i})
				from = -1
			}
		}
		return stretch(columns)
	}
	return nil
}

// stretch has each column reach to the next one: a value may be wider than its title.
func stretch(columns []column) []column {
	for i := range columns {
		if i+1 < len(columns) {
			columns[i].to = columns[i+1].from
		}
	}
	if n := len(columns); n > 0 {
		columns[0].from, columns[n-1].to = 0, 1<<30
	}
	return columns
}

// blanks takes the columns from the positions that are blank in the titles and in all lines that look like them. One blank alone parts two columns only where
// enough lines agree.
func blanks(text []string, head int) (columns []column) {
	title := []rune(text[head])
	width := len(title)
	var body [][]rune
	for _, line := range text[head+1:] {
		if p := parted(line); len(p) < 3 || strings.Trim(line, "-=_* ") == "" || totalLine(p[0]) {
			continue
		}
		body = append(body, []rune(line))
		width = max(width, len([]rune(line)))
	}
	used, inTitle := make([]int, width), make([]bool, width)
	for i, r := range title {
		inTitle[i] = r != ' '
	}
	for _, line := range body {
		for i, r := range line {
			if r != ' ' {
				used[i]++
			}
		}
	}
	blank := func(i int) bool { return i >= width || used[i] == 0 && !inTitle[i] }
	from := -1
	for i := 0; i <= width; i++ {
		if !blank(i) && from < 0 {
			from = i
		}
		if !blank(i) || from < 0 {
			continue
		}
		gap := i
		for gap < width && blank(gap) {
			gap++
		}
		// A blank between two words of one title, or between two words of a few values, is no gap.
		if gap-i == 1 && gap < width && len(body) < 12 {
			continue
		}
		// Two words of one title over values that never begin below the second.
		if gap-i == 1 && gap < width && !begins(body, gap) {
			continue
		}
		columns = append(columns, column{from, i})
		from = -1
		i = gap - 1
	}
	if from >= 0 {
		columns = append(columns, column{from, width})
	}
	return stretch(columns)
}

// begins tells whether some value stands at a position.
func begins(body [][]rune, at int) bool {
	n := 0
	for _, line := range body {
		if at < len(line) && line[at] != ' ' {
			n++
		}
	}
	return n*4 > len(body)
}

func totalLine(s string) bool {
	s = strings.ToLower(s)
	return strings.HasPrefix(s, "total") || strings.HasPrefix(s, "page ") || strings.HasPrefix(s, "grand total")
}

func cutAt(line string, columns []column) []string {
	runes := []rune(line)
	out := make([]string, len(columns))
	for i, c := range columns {
		if c.from < len(runes) {
			out[i] = strings.TrimSpace(string(runes[c.from:min(c.to, len(runes))]))
		}
	}
	return out
}

// lineRows reads a text of fixed width line by line.
type lineRows struct {
	r       *bufio.Reader
	columns []column
	n       int
	cells   []Cell
}

func (l *lineRows) Next() (Record, error) {
	line, err := l.r.ReadString('\n')
	if err != nil && (!errors.Is(err, io.EOF) || line == "") {
		return Record{}, err
	}
	l.n++
	if len(line) > 4*maxCell {
		return Record{}, unsupported("binary")
	}
	if !utf8.ValidString(line) {
		line = strings.ToValidUTF8(line, "\ufffd")
	}
	line = untabbed(strings.TrimRightFunc(strings.TrimPrefix(line, "\ufeff"), unicode.IsSpace))
	l.cells = l.cells[:0]
	if strings.Trim(line, "-=_+* \x1a") == "" { // a rule
		return Record{N: l.n}, nil
	}
	for _, s := range cutAt(line, l.columns) {
		l.cells = append(l.cells, plain(s))
	}
	return Record{N: l.n, Cells: l.cells}, nil
}

func (t *Text) lines() Rows {
	return &lineRows{r: bufio.NewReaderSize(t.reader(), 64<<10), columns: t.columns}
}
