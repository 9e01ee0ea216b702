package listing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/store"
)

// Table is where lists are read from. Two indexes have all that a list may be narrowed to or ordered by; no row is looked at to find a page. None of these columns may be NULL, or
// compare as something else than texts or whole numbers below 2^53.
type Table struct {
	Name   string
	State  string
	ByDay  string                        // the index in which the entries of a state lie together by their day
	Days   []string                      // the order there: its day first, its id last
	Groups []string                      // by what else the tally tells entries apart, in the order of the index Group
	Group  string                        // the index in which entries lie together that the tally counts together; empty if there is none
	Sample string                        // one entry in seventeen of ByDay, by WHERE rowid % 17 = 0
	Tally  string                        // how many entries (n) each state has, by some of what a list may be narrowed to; empty where nobody counts
	Told   func(condition string) string // a condition by the names of the tally
}

// few entries are sorted as soon as they are read in their order among those that the list leaves out.
var few int64 = 5_000

// List is the entries of one state or of a few, narrowed and ordered. What counts is how many entries are walked through: of 125,000 entries of one state a walk costs 15 to 30 ms of
// one core, each condition that most of them meet 5 to 10 more, and an order that no index has as much again. So a list that is narrowed is walked through by what the tally tells apart, where it
// meets nothing that it leaves out. A write pays for nothing of it but the table's indexes and tally.
type List struct {
	Table
	Where           // what the tally tells apart, if there is one
	Rest     Where  // what it does not
	From, To string // first and last day; empty for any
	States   []string
	Column   string // that it is ordered by, the key after it
	Down     bool
	grouped  bool // walked through in the index of groups
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

// All is what the list is narrowed to, but for its states.
func (l *List) All() Where {
	w := l.untold()
	w.add(l.Where)
	return w
}

// untold is what the tally does not know of it. It mostly leaves out more than what the tally knows does.
func (l *List) untold() Where {
	var w Where
	if l.From != "" {
		w.And(l.Days[0]+" >= ?", l.From)
	}
	if l.To != "" {
		w.And(l.Days[0]+" <= ?", l.To)
	}
	w.add(l.Rest)
	return w
}

// walk is a way through some of the list: an index, and what is wanted of it.
type walk struct {
	from string
	Where
}

// ofState is narrowed to one state, so that the index gives the order, and first of all to what most entries are told apart by.
func (l *List) ofState(index, state string, first Where) walk {
	var w Where
	w.And(l.State+" = ?", state)
	w.add(first)
	w.add(l.All())
	return walk{l.from(index), w}
}

// ofGroups goes from one group of the tally that meets the conditions to the next. The plus has what the tally says compared as what it is, also to what is no column.
func (l *List) ofGroups(first Where) walk {
	var groups, w Where
	groups.In(l.State, l.States)
	groups.add(l.Where)
	groups.And("n > 0")
	w.Args = groups.Args
	var names []string
	for i, column := range append([]string{l.State}, l.Groups...) {
		names = append(names, fmt.Sprintf("+%s AS g%d", l.Told(column), i))
		w.And(fmt.Sprintf("%s = g%d", column, i))
	}
	w.add(first)
	w.add(l.untold())
	return walk{"(SELECT " + strings.Join(names, ", ") + " FROM " + l.Tally + " WHERE " + l.Told(groups.String()) + ") CROSS JOIN " + l.from(l.Group), w}
}

// walks go through the whole list, one after the other.
func (l *List) walks(first Where) (all []walk) {
	if l.grouped {
		return []walk{l.ofGroups(first)}
	}
	for _, state := range l.States {
		all = append(all, l.ofState(l.ByDay, state, first))
	}
	return all
}

// Page gives the keys of a page and how many there are in all. Both are exact and of the same moment.
func (l *List) Page(ctx context.Context, tx *store.Tx, size, offset int) (keys []string, total int64, err error) {
	s, total, known, err := l.told(ctx, tx)
	if err != nil {
		return nil, 0, err
	}
	if !known && s.byDay() && (offset > 0 || s.grouped) { // counted first, it need not be read from its beginning, nor through much that it leaves out
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
	back.grouped = l.grouped && (!l.byDay() || total <= few)
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
	query, names, args := l.entries(l.walks(Where{}))
	return store.Select[string](ctx, tx, "SELECT id FROM ("+query+l.ordered(names)+" LIMIT ? OFFSET ?)", append(args, size, offset)...)
}

// Found gives the keys of a page where the list is narrowed to what was searched for, which is little enough to be looked at once.
func (l *List) Found(ctx context.Context, tx *store.Tx, size, offset int) ([]string, int64, error) {
	w := l.All()
	w.Any("+"+l.State, l.States) // few have the number; the plus keeps the state from being walked through for them
	keys, err := store.Select[string](ctx, tx, "SELECT id FROM "+l.Name+" WHERE "+w.String()+l.Ordered(), w.Args...)
	return keys[min(offset, len(keys)):min(offset+size, len(keys))], int64(len(keys)), err
}

// entries are the keys of some walks with what they are ordered by and what that is called.
func (l *List) entries(walks []walk) (query string, names []string, args []any) {
	var said, parts []string
	for i, column := range l.columns() {
		name := fmt.Sprint("k", i)
		if column == "id" {
			name = "id"
		}
		said, names = append(said, column+" AS "+name), append(names, name)
	}
	for _, w := range walks {
		parts = append(parts, "SELECT "+strings.Join(said, ", ")+" FROM "+w.from+" WHERE "+w.String())
		args = append(args, w.Args...)
	}
	return strings.Join(parts, " UNION ALL "), names, args
}

// count walks through the list for its number alone.
func (l *List) count(ctx context.Context, tx *store.Tx, first Where) (total int64, err error) {
	for _, w := range l.walks(first) {
		var n int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+w.from+" WHERE "+w.String(), w.Args...).Scan(&n); err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
