package listing

import (
	"context"

	"lading/server/store"
)

// many entries are worth a look into the tally for each condition.
var many int64 = 10_000

// told gives the list without the conditions that the tally says all of its entries meet anyway, and how long it is where that is known.
func (l *List) told(ctx context.Context, tx *store.Tx) (s *List, total int64, known bool, err error) {
	s = new(*l)
	if l.Tally == "" {
		return s, 0, false, nil
	}
	total, err = l.tallied(ctx, tx, l.Where)
	if err != nil || total == 0 {
		return s, 0, true, err
	}
	for i := len(s.Text) - 1; i >= 0 && total > many; i-- {
		fewer := s.without(i)
		n, err := l.tallied(ctx, tx, fewer)
		if err != nil {
			return nil, 0, false, err
		}
		if n == total {
			s.Where = fewer
		}
	}
	if len(l.Rest.Text) > 0 {
		return s, 0, false, nil
	}
	if l.From == "" && l.To == "" {
		return s, total, true, nil
	}
	other, known, err := s.otherDays(ctx, tx, total)
	return s, total - other, known, err
}

// tallied is how many entries the tally says there are.
func (l *List) tallied(ctx context.Context, tx *store.Tx, w Where) (n int64, err error) {
	var all Where
	all.In(l.State, l.States)
	all.add(w)
	return n, tx.QueryRowContext(ctx, "SELECT COALESCE(sum(n), 0) FROM "+l.Tally+" WHERE "+l.Told(all.String()), all.Args...).Scan(&n)
}

// otherDays counts what the list leaves out by its days alone. It is not known where that would be so many that the list itself is walked through as soon: more than a quarter
// of the entries that it has of all days, as the sample tells.
func (l *List) otherDays(ctx context.Context, tx *store.Tx, ofAllDays int64) (total int64, known bool, err error) {
	var sides []Where
	if l.From != "" {
		sides = append(sides, Where{[]string{l.Days[0] + " < ?"}, []any{l.From}})
	}
	if l.To != "" {
		sides = append(sides, Where{[]string{l.Days[0] + " > ?"}, []any{l.To}})
	}
	bare := List{Table: l.Table, States: l.States}
	bare.Narrow = l.Sample
	whole := *l
	whole.From, whole.To = "", ""
	var about int64
	for _, side := range sides {
		side.add(inSample)
		n, err := bare.count(ctx, tx, side)
		if err != nil {
			return 0, false, err
		}
		about += n * every
	}
	if about > ofAllDays/4 {
		return 0, false, nil
	}
	for _, side := range sides {
		n, err := whole.count(ctx, tx, side)
		if err != nil {
			return 0, false, err
		}
		total += n
	}
	return total, true, nil
}
