package listing

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lading/server/store"
)

// Table is where lists are read from. In its indexes the entries of a state lie together by their day, with all that a list may be narrowed to; no row is looked at
// to find a page.
type Table struct {
	Name   string
	State  string
	Days   []string                      // the order in which the entries of a state lie in each index: its day first, its id last
	Narrow string                        // the smallest index, which has what a list may be narrowed to
	Has    []string                      // what this index has to be ordered by, beside the day
	Order  string                        // has what else a list may be ordered by
	Sample string                        // one entry in seventeen of it, by WHERE rowid % 17 = 0
	Tally  string                        // how many entries each state has, by some of what a list may be narrowed to; empty where nobody counts
	Told   func(condition string) string // a condition by the names of the tally
}

const (
	every    = 17
	inSample = " AND rowid % 17 = 0"
)

// spare is how far a sample's place may be off where so many of its entries lie before it: three deviations and some.
var spare = func(n int) int { return 8 + int(3*math.Sqrt(float64(n))) }

// List is the entries of one state or of a few, narrowed and ordered. What counts is how many times they are walked through.
type List struct {
	Table
	Where
	States  []string // each is walked through for itself, so that the index gives the order
	Column  string   // that it is ordered by, the key after it
	Down    bool
	Tallied bool // narrowed to nothing that the tally does not tell apart
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

// Page gives the keys of a page and how many there are in all.
func (l *List) Page(ctx context.Context, tx *store.Tx, size, offset int) (keys []string, total int64, err error) {
	if l.Tallied && l.Tally != "" {
		return l.known(ctx, tx, size, offset)
	}
	if !l.byDay() {
		keys, total, ok, err := l.cut(ctx, tx, size, offset, true)
		if ok || err != nil {
			return keys, total, err
		}
	}
	keys, err = l.read(ctx, tx, size, offset)
	if err != nil {
		return nil, 0, err
	}
	if len(keys) < size && (len(keys) > 0 || offset == 0) {
		return keys, int64(offset + len(keys)), nil // the walk came to the end
	}
	total, err = l.count(ctx, tx, "count(*)", l.from(l.Narrow))
	return keys, total, err
}

// known gives a page of a list whose length the tally tells: one behind the middle is read from the end.
func (l *List) known(ctx context.Context, tx *store.Tx, size, offset int) (keys []string, total int64, err error) {
	total, err = l.count(ctx, tx, "COALESCE(sum(n), 0)", l.Tally)
	if err != nil {
		return nil, 0, err
	}
	size = min(size, int(total)-offset)
	if size <= 0 {
		return []string{}, total, nil
	}
	back := *l
	if rest := int(total) - offset - size; rest < offset {
		back.Down, offset = !l.Down, rest
		defer func() { slices.Reverse(keys) }()
	}
	if !l.byDay() {
		keys, _, ok, err := back.cut(ctx, tx, size, offset, false)
		if ok && len(keys) == size || err != nil {
			return keys, total, err
		}
	}
	keys, err = back.read(ctx, tx, size, offset)
	return keys, total, err
}

// read goes through the list in its order up to the page, or sorts it.
func (l *List) read(ctx context.Context, tx *store.Tx, size, offset int) ([]string, error) {
	query, names, args := l.entries(l.index(), "")
	return store.Select[string](ctx, tx, "SELECT id FROM ("+query+l.ordered(names)+" LIMIT ? OFFSET ?)", append(args, size, offset)...)
}

// index is the smallest that has what the list is ordered by.
func (l *List) index() string {
	if l.byDay() || slices.Contains(l.Has, l.Column) {
		return l.Narrow
	}
	return l.Order
}

// Found gives the keys of a page where the list is narrowed to what was searched for, which is little enough to be looked at once.
func (l *List) Found(ctx context.Context, tx *store.Tx, size, offset int) ([]string, int64, error) {
	l.Any("+"+l.State, l.States) // few have the number; the plus keeps the state from being walked through for them
	keys, err := store.Select[string](ctx, tx, "SELECT id FROM "+l.Name+" WHERE "+l.String()+l.Ordered(), l.Args...)
	return keys[min(offset, len(keys)):min(offset+size, len(keys))], int64(len(keys)), err
}

// entries are the list's keys with what they are ordered by and what that is called, one walk for each state.
func (l *List) entries(index, more string) (query string, names []string, args []any) {
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
		walks = append(walks, "SELECT "+strings.Join(said, ", ")+" FROM "+l.from(index)+" WHERE "+l.one()+more)
		args = append(append(args, state), l.Args...)
	}
	return strings.Join(walks, " UNION ALL "), names, args
}

// one is the condition of one walk.
func (l *List) one() string {
	return strings.Join(append([]string{l.State + " = ?"}, l.Text...), " AND ")
}

func (l *List) count(ctx context.Context, tx *store.Tx, what, from string) (total int64, err error) {
	condition := l.one()
	if from == l.Tally {
		condition = l.Told(condition)
	}
	for _, state := range l.States {
		var n int64
		if err := tx.QueryRowContext(ctx, "SELECT "+what+" FROM "+from+" WHERE "+condition, append([]any{state}, l.Args...)...).Scan(&n); err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// edge is a place in the order.
type edge struct {
	K  any    `db:"k0"`
	ID string `db:"id"`
}

// cut gives a page in an order that the index does not have. The sample tells between which two entries the page must be; one walk counts those before the first, and
// gathers those between, which alone are sorted. What comes after them is walked through for its number alone, where that is not known. It is not ok where the sample was wrong.
func (l *List) cut(ctx context.Context, tx *store.Tx, size, offset int, all bool) (keys []string, total int64, ok bool, err error) {
	low := max(0, offset/every-spare(offset/every))
	high := (offset+size)/every + spare((offset+size)/every)
	query, names, args := l.entries(l.Sample, inSample)
	between, err := store.Select[edge](ctx, tx, "SELECT k0, id FROM ("+query+")"+l.ordered(names)+" LIMIT ? OFFSET ?", append(args, high-low+1, low)...)
	if err != nil {
		return nil, 0, false, err
	}
	before, word := "<", " ASC"
	if l.Down {
		before, word = ">", " DESC"
	}
	is := fmt.Sprintf("(%s, id) %s (?, ?)", l.Column, before)
	earlier, wanted, bounds := "FALSE", "TRUE", []any{}
	if low > 0 && len(between) > 0 {
		earlier, wanted, bounds = is, "NOT "+is, []any{between[0].K, between[0].ID, between[0].K, between[0].ID}
	}
	walked, end := l.one(), []any{}
	if len(between) > high-low { // otherwise the sample ends before it
		end = []any{between[high-low].K, between[high-low].ID}
		if all {
			wanted += " AND " + is
		} else {
			walked = strings.Join(append([]string{l.State + " = ?", is}, l.Text...), " AND ") // before all others: most entries are passed over by it
		}
	}
	var skipped int64
	var gathered []string
	for _, state := range l.States {
		var n, passed int64
		var some string
		args := slices.Clone(bounds)
		if all {
			args = append(append(args, end...), state)
		} else {
			args = append(append(args, state), end...)
		}
		err := tx.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*), count(*) FILTER (WHERE %s), json_group_array(json_array(%s, id)) FILTER (WHERE %s) FROM %s WHERE %s",
			earlier, l.Column, wanted, l.from(l.index()), walked), append(args, l.Args...)...).Scan(&n, &passed, &some)
		if err != nil {
			return nil, 0, false, err
		}
		total, skipped, gathered = total+n, skipped+passed, append(gathered, some)
	}
	if int64(offset) < skipped {
		return nil, 0, false, nil
	}
	keys, err = store.Select[string](ctx, tx, "SELECT e.value ->> 1 FROM json_each(?) s, json_each(s.value) e ORDER BY e.value ->> 0"+word+", e.value ->> 1"+word+" LIMIT ? OFFSET ?",
		"["+strings.Join(gathered, ",")+"]", size, int64(offset)-skipped)
	return keys, total, int64(len(keys)) == max(0, min(int64(size), total-int64(offset))), err
}
