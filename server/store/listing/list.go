package listing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/store"
)

// Table is where lists are read from. In its indexes the entries of a state lie together by their day, with all that a list may be narrowed to or ordered by; no row is looked at
// to find a page. None of these columns may be NULL, or compare as something else than texts or whole numbers below 2^53.
type Table struct {
	Name   string
	State  string
	Days   []string                      // the order in which the entries of a state lie in each index: its day first, its id last
	Narrow string                        // the smallest index, which has what a list may be narrowed to
	Has    []string                      // what this index has to be ordered by, beside the day
	Order  string                        // has what else a list may be ordered by
	Sample string                        // one entry in seventeen of it, by WHERE rowid % 17 = 0
	Tally  string                        // how many entries (n) each state has, by some of what a list may be narrowed to; empty where nobody counts
	Told   func(condition string) string // a condition by the names of the tally
}

// List is the entries of one state or of a few, narrowed and ordered. What counts is how many entries are walked through: of 125,000 entries of one state a walk costs 15 to 30 ms of
// one core, each condition that most of them meet 5 to 10 more, and an order that no index has as much again. A write pays for nothing of it but the table's indexes and tally.
type List struct {
	Table
	Where           // what the tally tells apart, if there is one
	Rest     Where  // what it does not
	From, To string // first and last day; empty for any
	States   []string
	Column   string // that it is ordered by, the key after it
	Down     bool
}

// Between narrows to days more; either may be empty.
func (l *List) Between(from, to string) {
	l.From = max(l.From, from)
	if l.To == "" || to != "" && to < l.To {
		l.To = to
	}
}

func (l *List) byDay() bool { return l.Column == l.Days[0] }

func (l *List) columns() []string {
	if l.byDay() {
		return l.Days
	}
	return []string{l.Column, "id"}
}

func (l *List) ordered(columns []string) string {
	word := " ASC"
	if l.Down {
		word = " DESC"
	}
	return " ORDER BY " + strings.Join(columns, word+", ") + word
}

// Ordered is the order as a statement's clause.
func (l *List) Ordered() string { return l.ordered(l.columns()) }

func (l *List) from(index string) string { return l.Name + " INDEXED BY " + index }

// index is the smallest that has what the list is ordered by.
func (l *List) index() string {
	if l.byDay() || slices.Contains(l.Has, l.Column) {
		return l.Narrow
	}
	return l.Order
}

// All is what the list is narrowed to, but for its states.
func (l *List) All() Where {
	var w Where
	if l.From != "" {
		w.And(l.Days[0]+" >= ?", l.From)
	}
	if l.To != "" {
		w.And(l.Days[0]+" <= ?", l.To)
	}
	w.add(l.Where)
	w.add(l.Rest)
	return w
}

// walk narrows to one state, so that the index gives the order, and first of all to what most entries are told apart by.
func (l *List) walk(state string, first Where) Where {
	var w Where
	w.And(l.State+" = ?", state)
	w.add(first)
	w.add(l.All())
	return w
}

// Page gives the keys of a page and how many there are in all. Both are exact and of the same moment.
func (l *List) Page(ctx context.Context, tx *store.Tx, size, offset int) (keys []string, total int64, err error) {
	s, total, known, err := l.told(ctx, tx)
	if err != nil {
		return nil, 0, err
	}
	if !known && s.byDay() && offset > 0 { // counted first, it need not be read from its beginning
		total, err = s.count(ctx, tx, Where{})
		known = true
	}
	if known && err == nil {
		keys, err = s.known(ctx, tx, size, offset, total)
	}
	if known || err != nil {
		return keys, total, err
	}
	if !s.byDay() {
		keys, total, ok, err := s.cut(ctx, tx, size, offset, true)
		if ok || err != nil {
			return keys, total, err
		}
	}
	keys, err = s.read(ctx, tx, size, offset)
	if err != nil {
		return nil, 0, err
	}
	if len(keys) < size && (len(keys) > 0 || offset == 0) {
		return keys, int64(offset + len(keys)), nil // the walk came to the end
	}
	total, err = s.count(ctx, tx, Where{})
	return keys, total, err
}

// Total is how many there are in all.
func (l *List) Total(ctx context.Context, tx *store.Tx) (int64, error) {
	s, total, known, err := l.told(ctx, tx)
	if err != nil || known {
		return total, err
	}
	return s.count(ctx, tx, Where{})
}

// known gives a page of a list whose length is known: one behind the middle is read from the end.
func (l *List) known(ctx context.Context, tx *store.Tx, size, offset int, total int64) (keys []string, err error) {
	size = min(size, int(total)-offset)
	if size <= 0 {
		return []string{}, nil
	}
	back := *l
	if rest := int(total) - offset - size; rest < offset {
		back.Down, offset = !l.Down, rest
		defer func() { slices.Reverse(keys) }()
	}
	if !l.byDay() {
		keys, _, ok, err := back.cut(ctx, tx, size, offset, false)
		if ok && len(keys) == size || err != nil {
			return keys, err
		}
	}
	return back.read(ctx, tx, size, offset)
}

// read goes through the list in its order up to the page, or sorts it.
func (l *List) read(ctx context.Context, tx *store.Tx, size, offset int) ([]string, error) {
	query, names, args := l.entries(l.index(), Where{})
	return store.Select[string](ctx, tx, "SELECT id FROM ("+query+l.ordered(names)+" LIMIT ? OFFSET ?)", append(args, size, offset)...)
}

// Found gives the keys of a page where the list is narrowed to what was searched for, which is little enough to be looked at once.
func (l *List) Found(ctx context.Context, tx *store.Tx, size, offset int) ([]string, int64, error) {
	w := l.All()
	w.Any("+"+l.State, l.States) // few have the number; the plus keeps the state from being walked through for them
	keys, err := store.Select[string](ctx, tx, "SELECT id FROM "+l.Name+" WHERE "+w.String()+l.Ordered(), w.Args...)
	return keys[min(offset, len(keys)):min(offset+size, len(keys))], int64(len(keys)), err
}

// entries are the list's keys with what they are ordered by and what that is called, one walk for each state.
func (l *List) entries(index string, first Where) (query string, names []string, args []any) {
	var said []string
	for i, column := range l.columns() {
		name := fmt.Sprint("k", i)
		if column == "id" {
			name = "id"
		}
		said, names = append(said, column+" AS "+name), append(names, name)
	}
	var walks []string
	for _, state := range l.States {
		w := l.walk(state, first)
		walks = append(walks, "SELECT "+strings.Join(said, ", ")+" FROM "+l.from(index)+" WHERE "+w.String())
		args = append(args, w.Args...)
	}
	return strings.Join(walks, " UNION ALL "), names, args
}

// count walks through the list for its number alone.
func (l *List) count(ctx context.Context, tx *store.Tx, first Where) (total int64, err error) {
	for _, state := range l.States {
		var n int64
		w := l.walk(state, first)
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+l.from(l.Narrow)+" WHERE "+w.String(), w.Args...).Scan(&n); err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
