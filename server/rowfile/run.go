package rowfile

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/sheet"
	"lading/server/kit/table"
	"lading/server/op"
	"lading/server/store"
)

// file is an opened file with what is said of it.
type file struct {
	kind     string
	reading  Reading
	titles   []string
	lines    table.Lines
	ids      []string
	order    []string
	zeros    map[string]*table.Padding
	restored map[int]bool
	proposed []string
	decimal  string            // the sign that a person chose, or that the numbers tell
	units    map[string]string // by field, what its title tells
	choices  map[string][]Choice
	words    map[[2]string]map[int]bool // the rows in which a word stands
}

const mostWords = 200

func (f *file) ask(field, word string, row int) {
	key := [2]string{field, strings.ToLower(shortened(word))}
	if f.words[key] == nil {
		if len(f.words) >= mostWords {
			return
		}
		f.words[key] = map[int]bool{}
	}
	f.words[key][row] = true
}

// remembered is what was said of titles and words in earlier files of a kind.
type remembered struct {
	Field   string `db:"field"` // whose word it is; empty of a title
	Text    string `db:"text"`
	Meaning string `db:"meaning"`
}

// Insert saves the good rows of a file whose columns are certain, with an answer of the caller's own, which tell fills in. One with open questions is refused with
// the code.
func (s *Spec[Q]) Insert(ctx context.Context, c *op.Call, keep bool, code string, answer any, tell func(Table)) error {
	_, err := s.take(ctx, c, Req{Keep: keep}, true, answer, tell)
	if fail.CodeOf(err) == "import-questions-open" || fail.CodeOf(err) == "rowfile-no-header" {
		err = fail.New(422, code)
	}
	return err
}

// take reads a file, and saves its good rows. answer is what a repeat of the call is told.
func (s *Spec[Q]) take(ctx context.Context, c *op.Call, req Req, save bool, answer any, tell func(Table)) (Table, error) {
	content, name, err := content(c)
	if err != nil {
		return Table{}, err
	}
	db, err := s.Orgs(ctx, c.Org)
	if err != nil {
		return Table{}, err
	}
	f := &file{kind: s.Kind.Name, ids: s.Ids, order: s.Order, restored: map[int]bool{}, words: map[[2]string]map[int]bool{}, units: map[string]string{}}
	said := table.Known{Titles: map[string]string{}}
	words := map[string]map[string]string{}
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		if s.May != nil {
			if err := s.May(tx); err != nil {
				return err
			}
		}
		if s.Choices != nil {
			if f.choices, err = s.Choices(ctx, tx); err != nil {
				return err
			}
		}
		known, err := store.Select[remembered](ctx, tx, `SELECT field, text, meaning FROM rowfile_memory WHERE kind = ?`, f.kind)
		for _, k := range known {
			switch {
			case k.Field == "" && (k.Meaning == "" || slices.Contains(s.Order, k.Meaning)):
				said.Titles[k.Text] = k.Meaning
			case k.Field != "" && !f.weighty(k.Field, k.Meaning):
				if words[k.Field] == nil {
					words[k.Field] = map[string]string{}
				}
				words[k.Field][k.Text] = k.Meaning
			}
		}
		return err
	})
	if err != nil {
		return Table{}, err
	}
	t, err := s.open(c.Org, content, name, f, req, said, words)
	if err != nil {
		return t, err
	}
	if save && len(t.Missing)+len(t.Unsure) > 0 {
		return t, fail.Conflict("import-questions-open", "count", len(t.Missing)+len(t.Unsure))
	}
	rows, err := s.rows(f)
	if err != nil {
		return t, err
	}
	if len(t.Missing) == 0 {
		if err := s.pieces(ctx, db, c, f, rows, req.Keep, save); err != nil {
			return t, err
		}
	}
	shown := mostShown
	if answer != nil { // a program looks at all of them
		shown = len(rows)
	}
	s.told(&t, f, rows, shown)
	if !save {
		return t, nil
	}
	t.Saved = true
	if answer == nil {
		answer = &t
	} else {
		tell(t)
	}
	_, err = op.Finish(ctx, db, c, answer, func(ctx context.Context, tx *store.Tx) error { return f.remember(ctx, tx) })
	return t, err
}

// content is the one file of a call.
func content(c *op.Call) ([]byte, string, error) {
	if len(c.Files) != 1 {
		return nil, "", fail.Malformed("import-one-file")
	}
	up := c.Files[0]
	if up.Size > sheet.MaxSize {
		return nil, "", fail.New(413, "file-too-large", "size", up.Size, "max", int64(sheet.MaxSize))
	}
	r, err := up.Open()
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = r.Close() }()
	b, err := io.ReadAll(io.LimitReader(r, sheet.MaxSize+1))
	return b, up.Name, err
}

// open finds the table in a file and what its columns are.
func (s *Spec[Q]) open(org string, content []byte, name string, f *file, req Req, said table.Known, words map[string]map[string]string) (Table, error) {
	t := Table{Name: name, Fields: s.Order, Choices: f.choices, Missing: []string{}, Unsure: []int{}, Words: []Word{}, Rows: []Row{}}
	if t.Choices == nil {
		t.Choices = map[string][]Choice{}
	}
	src, err := sheet.Open(org, bytes.NewReader(content), int64(len(content)), s.Kind.Count)
	if err != nil {
		return t, err
	}
	h, err := s.Kind.Head(src, said)
	switch {
	case err != nil:
		return t, err
	case !h.Filled:
		return t, fail.Malformed("file-empty", "name", name)
	case !h.Found():
		return t, fail.New(422, "rowfile-no-header", "name", name)
	}
	t.Headers, t.Sample, t.Others, f.titles = h.Titles, h.Sample, h.Others, h.Titles
	own := Reading{Sheet: h.Sheet, HeaderRow: h.Row, Columns: make([]string, len(h.Titles)), Defaults: map[string]string{}, Checked: []int{}, Words: words, Edits: []table.Edit{}, Replaces: []table.Replace{}}
	t.Proposed, t.Confidence = make([]string, len(h.Titles)), make([]int, len(h.Titles))
	for i, g := range h.Guesses {
		if !slices.Contains(s.Order, g.Field) {
			continue
		}
		own.Columns[i], t.Proposed[i], t.Confidence[i] = g.Field, g.Field, min(g.Confidence, 100)
	}
	for field, value := range s.Defaults {
		if value != "" {
			own.Defaults[field] = value
		}
	}
	f.reading, f.proposed = own, t.Proposed
	if req.Reading != nil {
		r := *req.Reading
		r.Sheet, r.HeaderRow = h.Sheet, h.Row
		if len(r.Columns) != len(h.Titles) { // another file than the one that was looked at
			return t, fail.Conflict("rowfile-other-file", "name", name)
		}
		seen := map[string]bool{}
		for _, field := range r.Columns {
			if field != "" && (!slices.Contains(s.Order, field) || seen[field]) {
				return t, fail.Invalid(fail.Of("Reading.columns", "field-not-offered", "limit", strings.Join(s.Order, " ")))
			}
			seen[field] = true
		}
		f.reading = r
	}
	f.lines = table.Lines{Source: src, Sheet: h.Sheet, Head: h.Row, Columns: map[string]int{}, Key: s.Order[0], Names: s.Needed, Edits: f.reading.Edits, Replaces: f.reading.Replaces, Most: MaxRows}
	for i, field := range f.reading.Columns {
		if _, twice := f.lines.Columns[field]; field != "" && !twice {
			f.lines.Columns[field] = i
			if unit := s.Kind.TitleUnit(field, f.titles[i]); unit != "" {
				f.units[field] = unit
			}
		}
	}
	given := func(field string) bool {
		_, column := f.lines.Columns[field]
		return column || f.reading.Defaults[field] != ""
	}
	for _, field := range s.Needed {
		if !given(field) && !slices.ContainsFunc(s.Either, func(e []string) bool { return e[0] == field && slices.ContainsFunc(e[1:], given) }) {
			t.Missing = append(t.Missing, field)
		}
	}
	for i, field := range f.reading.Columns {
		if field != "" && field == t.Proposed[i] && t.Confidence[i] < table.Sure && !slices.Contains(f.reading.Checked, i) {
			t.Unsure = append(t.Unsure, i)
		}
	}
	return t, nil
}

// row is a row of the file on its way.
type row struct {
	shown Row
	rec   sheet.Record
}

// rows reads the rows of the file, and what they tell together: the decimal sign, and the ids that lost their zeros.
func (s *Spec[Q]) rows(f *file) ([]row, error) {
	var rows []row
	comma, point := false, false
	f.zeros = map[string]*table.Padding{}
	for _, id := range s.Ids {
		f.zeros[id] = &table.Padding{}
	}
	err := f.lines.Walk(func(rec sheet.Record) error {
		rec.Cells = slices.Clone(rec.Cells)
		for _, id := range s.Ids {
			if c := f.lines.Get(rec, id); c.Text != "" && !c.Formula {
				f.zeros[id].See(c)
			}
		}
		for _, n := range s.Numbers {
			if c := f.lines.Get(rec, n); !c.Number && !c.Formula {
				hint := table.DecimalHint(c.Text)
				comma, point = comma || hint == ',', point || hint == '.'
			}
		}
		cells := make([]string, len(f.titles))
		for i := range cells {
			cells[i] = rec.At(i).Text
		}
		rows = append(rows, row{Row{Row: rec.N, Cells: cells, Errors: []CellError{}}, rec})
		return nil
	}, nil)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fail.New(422, "rowfile-no-rows")
	}
	f.decimal = f.reading.Decimal
	if f.decimal == "" && comma != point {
		f.decimal = "."
		if comma {
			f.decimal = ","
		}
	}
	if f.decimal == "" && !comma {
		f.decimal = "."
		if text, ok := f.lines.Source.(*sheet.Text); ok && text.Delimiter == ';' { // systems write semicolons between values where the comma is needed inside of them
			f.decimal = ","
		}
	}
	return rows, nil
}

// unit is the unit of a field's numbers that name none: the one that a person chose, that of the title, or that of another title.
func (f *file) unit(field string, length bool) string {
	chosen, known, usual := f.reading.WeightUnit, table.WeightUnits, "lb"
	if length {
		chosen, known, usual = f.reading.DimUnit, table.LengthUnits, "in"
	}
	if unit := cmp.Or(chosen, f.units[field]); unit != "" {
		return unit
	}
	for _, other := range f.order {
		if unit := f.units[other]; known[unit] != "" {
			return unit
		}
	}
	return usual
}

// errTried takes a command back: its rows were only tried, or one of them was refused.
var errTried = errors.New("tried")

// pieces tries the rows, or saves them, a few to a command.
func (s *Spec[Q]) pieces(ctx context.Context, db *store.DB, c *op.Call, f *file, rows []row, keep, save bool) error {
	keys := map[string]int{}
	size := cmp.Or(s.AtOnce, atOnce)
	for ; len(rows) > 0; rows = rows[min(size, len(rows)):] {
		piece := rows[:min(size, len(rows))]
		for again := true; again; {
			if err := ctx.Err(); err != nil {
				return err
			}
			again = false
			var before map[string]int
			_, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
				again, before = false, map[string]int{}
				for i := range piece {
					r := &piece[i]
					if r.shown.State == Bad && len(r.shown.Errors) > 0 {
						continue
					}
					refused, err := s.one(ctx, tx, f, r, keep, save, func(key string) (int, bool) {
						if at, ok := keys[key]; ok {
							return at, true
						}
						at, ok := before[key]
						before[key] = cmp.Or(at, r.shown.Row)
						return at, ok
					})
					if err != nil {
						return err
					}
					again = again || refused && save
				}
				if again || !save {
					return errTried
				}
				return nil
			})
			if err != nil && !errors.Is(err, errTried) {
				return err
			}
			if !again {
				for key, at := range before {
					keys[key] = at
				}
			}
		}
	}
	return nil
}

// one tries a row, or saves it. refused tells that the row was refused after something may have been written.
func (s *Spec[Q]) one(ctx context.Context, tx *store.Tx, f *file, r *row, keep, save bool, earlier func(key string) (row int, ok bool)) (refused bool, err error) {
	l := &Line{f: f, rec: r.rec, said: map[string]string{}}
	done := func(state State) {
		r.shown.State, r.shown.Errors = state, l.bad
		if len(l.bad) > 0 {
			r.shown.State = Bad
		}
		if l.bad == nil {
			r.shown.Errors = []CellError{}
		}
	}
	found, err := s.Find(ctx, tx, l)
	if err != nil {
		return s.refusal(l, err, done)
	}
	if found.Passed != "" {
		r.shown.Stands = found.Passed
		done(Passed)
		return false, nil
	}
	now := found.Row
	s.Fill(l, &now)
	if len(l.bad) > 0 {
		done(Bad)
		return false, nil
	}
	if err := op.Complete(&now); err != nil {
		_, err := s.refusal(l, err, done)
		return false, err
	}
	if at, twice := earlier(s.Key(&now)); twice {
		l.Refuse(s.Order[0], "rowfile-double", "row", at)
		done(Bad)
		return false, nil
	}
	switch {
	case found.Stands && keep:
		done(Kept)
		return false, nil
	case found.Stands && reflect.DeepEqual(found.Row, now):
		done(Same)
		return false, nil
	}
	put := s.Put
	if !save && s.Try != nil {
		put = s.Try
	}
	if err := put(ctx, tx, now, found.Stands); err != nil {
		return s.refusal(l, err, done)
	}
	if found.Stands {
		done(Changed)
	} else {
		done(New)
	}
	return false, nil
}

// refusal lays what a row was refused for on its cells. What is no refusal ends the call.
func (s *Spec[Q]) refusal(l *Line, err error, done func(State)) (bool, error) {
	e, ok := fail.As(err)
	if !ok || !e.Settled() || e.Code == "suspended" {
		return false, err
	}
	l.Judge(e.Fields)
	if len(e.Fields) == 0 {
		l.Refuse(s.Order[0], e.Code, flat(e.Params)...)
	}
	done(Bad)
	return true, nil
}

// told completes the answer: the rows with mistakes first, as many as are shown.
func (s *Spec[Q]) told(t *Table, f *file, rows []row, most int) {
	for _, bad := range []bool{true, false} {
		for _, r := range rows {
			if (r.shown.State == Bad || r.shown.State == Passed) == bad && len(t.Rows) < most {
				t.Rows = append(t.Rows, r.shown)
			}
		}
	}
	for _, r := range rows {
		t.Counts.add(r.shown.State)
	}
	for key, at := range f.words {
		t.Words = append(t.Words, Word{key[0], key[1], len(at)})
	}
	slices.SortFunc(t.Words, func(a, b Word) int {
		return cmp.Or(b.Lines-a.Lines, strings.Compare(a.Field, b.Field), strings.Compare(a.Word, b.Word))
	})
	t.Reading = f.reading
	t.Hidden, t.Sums, t.Replaced, t.Restored = f.lines.Passed.Hidden, f.lines.Passed.Sums, f.lines.Passed.Replaced, len(f.restored)
}

// remember keeps what titles and words mean, for the next file of the kind.
func (f *file) remember(ctx context.Context, tx *store.Tx) error {
	put := func(m remembered) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO rowfile_memory (kind, field, text, meaning, at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (kind, field, text) DO UPDATE SET meaning = excluded.meaning, at = excluded.at`,
			f.kind, m.Field, m.Text, m.Meaning, store.At(tx.Now))
		return err
	}
	for i, field := range f.reading.Columns {
		if f.titles[i] == "" || field == "" && f.proposed[i] == "" && !slices.Contains(f.reading.Checked, i) { // of a column that nobody spoke of nothing is known
			continue
		}
		if err := put(remembered{Text: table.Remember(f.titles, i), Meaning: field}); err != nil {
			return err
		}
	}
	for field, words := range f.reading.Words {
		for word, meaning := range words {
			if meaning == "" || f.weighty(field, meaning) {
				continue
			}
			if err := put(remembered{field, strings.ToLower(word), meaning}); err != nil {
				return err
			}
		}
	}
	// What nobody has used for long makes room.
	_, err := tx.ExecContext(ctx, `DELETE FROM rowfile_memory WHERE kind = ?1 AND rowid NOT IN (SELECT rowid FROM rowfile_memory WHERE kind = ?1 ORDER BY at DESC, rowid DESC LIMIT 1000)`, f.kind)
	return err
}
