package listing

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lading/server/store"

	"github.com/goccy/go-json"
)

// every entry of so many is in the sample.
const every = 17

var inSample = Where{Text: []string{"rowid % 17 = 0"}}

// spare is how far a sample's place may be off where so many of its entries lie before it: three deviations and some.
var spare = func(n int) int { return 8 + int(3*math.Sqrt(float64(n))) }

// edge is a place in the order.
type edge struct {
	K  any    `db:"k0"`
	ID string `db:"id"`
}

func (l *List) compare(a, b edge) int {
	if l.Down {
		a, b = b, a
	}
	if k, ok := a.K.(string); ok {
		return cmp.Or(strings.Compare(k, b.K.(string)), strings.Compare(a.ID, b.ID))
	}
	return cmp.Or(cmp.Compare(a.K.(float64), b.K.(float64)), strings.Compare(a.ID, b.ID))
}

// before is true of what the order has before an edge. Most entries are told by the column alone, which is half of what a comparison of both costs.
func (l *List) before(e edge) Where {
	less := "<"
	if l.Down {
		less = ">"
	}
	return Where{Text: []string{fmt.Sprintf("%[1]s %[2]s= ? AND (%[1]s %[2]s ? OR id %[2]s ?)", l.Column, less)}, Args: []any{e.K, e.K, e.ID}}
}

// notBefore is its opposite.
func (l *List) notBefore(e edge) Where {
	more := ">"
	if l.Down {
		more = "<"
	}
	return Where{Text: []string{fmt.Sprintf("%[1]s %[2]s= ? AND (%[1]s %[2]s ? OR id %[2]s= ?)", l.Column, more)}, Args: []any{e.K, e.K, e.ID}}
}

// cut gives a page in an order that the index does not have. The sample tells between which two entries the page must be; one walk counts those before the second, and gathers
// those between, which alone are sorted. Where all are to be counted, those behind are walked through for their number, else they are passed over by one comparison.
// It is not ok where the sample was wrong, which is one page in some hundreds.
func (l *List) cut(ctx context.Context, tx *store.Tx, size, offset int, all bool) (keys []string, total int64, ok bool, err error) {
	low := max(0, offset/every-spare(offset/every))
	high := (offset+size)/every + spare((offset+size)/every)
	var sample []walk
	for _, state := range l.States {
		sample = append(sample, l.ofState(l.Sample, state, inSample))
	}
	query, names, args := l.entries(sample)
	between, err := store.Select[edge](ctx, tx, "SELECT k0, id FROM ("+query+")"+l.ordered(names)+" LIMIT ? OFFSET ?", append(args, high-low+1, low)...)
	if err != nil {
		return nil, 0, false, err
	}
	var begins, ends Where
	if low > 0 && len(between) > 0 {
		begins = l.notBefore(between[0])
	}
	if len(between) > high-low { // otherwise the sample ends before the page does
		ends = l.before(between[high-low])
	}
	var gathered []edge
	var passed int64 // that lie before the second edge
	wanted, first, what, args := begins, ends, "0, count(*)", begins.Args
	if all {
		wanted.add(ends)
		first, what = Where{}, "count(*), count(*) FILTER (WHERE "+ends.String()+")"
		args = append(slices.Clone(ends.Args), wanted.Args...)
	}
	for _, w := range l.walks(first) {
		var n, some int64
		var list []byte
		err := tx.QueryRowContext(ctx, fmt.Sprintf("SELECT %s, json_group_array(json_array(%s, id)) FILTER (WHERE %s) FROM %s WHERE %s", what, l.Column, wanted.String(), w.from, w.String()),
			append(slices.Clone(args), w.Args...)...).Scan(&n, &some, &list)
		if err != nil {
			return nil, 0, false, err
		}
		var these [][2]any
		if err := json.Unmarshal(list, &these); err != nil {
			return nil, 0, false, err
		}
		for _, e := range these {
			gathered = append(gathered, edge{e[0], e[1].(string)})
		}
		total, passed = total+n, passed+some
	}
	begin := offset - int(passed) + len(gathered)
	if begin < 0 {
		return nil, 0, false, nil
	}
	slices.SortFunc(gathered, l.compare)
	keys = []string{}
	for _, e := range gathered[min(begin, len(gathered)):min(begin+size, len(gathered))] {
		keys = append(keys, e.ID)
	}
	return keys, total, !all || int64(len(keys)) == max(0, min(int64(size), total-int64(offset))), nil
}
