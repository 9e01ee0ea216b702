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
	if l.To != "" && l.To < l.From {
		return s, 0, true, nil
	}
	if l.Tally == "" {
		return s, 0, false, nil
	}
	total, groups, err := l.tallied(ctx, tx)
	if err != nil || total == 0 {
		return s, 0, true, err
	}
	for i := len(s.Text) - 1; i >= 0 && total > many; i-- {
		others, one := s.apart(i)
		if needed, err := l.parts(ctx, tx, others, one); err != nil {
			return nil, 0, false, err
		} else if !needed {
			s.Where = others
		}
	}
	ofAllDays := total
	known = len(l.Rest.Text) == 0
	if known && (l.From != "" || l.To != "") {
		var other int64
		if other, known, err = s.otherDays(ctx, tx, total); err != nil {
			return nil, 0, false, err
		}
		if total -= other; known && other == 0 {
			s.From, s.To = "", "" // all are of these days
		}
	}
	s.grouped, err = s.byGroups(ctx, tx, ofAllDays, groups)
	return s, total, known, err
}

// seek is how many entries are walked through while the next group is sought.
const seek = 20

// byGroups tells whether less is walked through by groups, which have this many entries: where something is left out, but the days leave out less than that, as the sample tells. An
// entry costs half where nothing is asked of it.
func (l *List) byGroups(ctx context.Context, tx *store.Tx, entries, groups int64) (bool, error) {
	if l.Group == "" || len(l.Where.Text)+len(l.Rest.Text) == 0 || groups*seek > entries {
		return false, nil
	}
	if l.From == "" && l.To == "" {
		return true, nil
	}
	bare := List{Table: l.Table, From: l.From, To: l.To}
	half := entries / 2 / every
	for _, state := range l.States {
		w := bare.ofState(l.Sample, state, inSample)
		var n int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM "+w.from+" WHERE "+w.String()+" LIMIT ?)", append(w.Args, half+1)...).Scan(&n); err != nil {
			return false, err
		}
		if half -= n; half < 0 {
			return true, nil
		}
	}
	return false, nil
}

// tallied is how many entries the tally says there are, and in how many groups.
func (l *List) tallied(ctx context.Context, tx *store.Tx) (n, groups int64, err error) {
	var all Where
	all.In(l.State, l.States)
	all.add(l.Where)
	return n, groups, tx.QueryRowContext(ctx, "SELECT COALESCE(sum(n), 0), count(*) FROM "+l.Tally+" WHERE "+l.Told(all.String()), all.Args...).Scan(&n, &groups)
}

// parts tells whether a condition leaves out any of what others let through. Where it does that is mostly found at once.
func (l *List) parts(ctx context.Context, tx *store.Tx, others, one Where) (some bool, err error) {
	var all Where
	all.In(l.State, l.States)
	all.add(others)
	all.And("n > 0 AND NOT ("+one.String()+")", one.Args...)
	return some, tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+l.Tally+" WHERE "+l.Told(all.String())+")", all.Args...).Scan(&some)
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
	bare, whole := List{Table: l.Table}, *l
	whole.From, whole.To = "", ""
	most := ofAllDays / 4 / every
	for _, state := range l.States {
		for _, side := range sides {
			side.add(inSample)
			w := bare.ofState(l.Sample, state, side)
			var n int64
			if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM "+w.from+" WHERE "+w.String()+" LIMIT ?)", append(w.Args, most+1)...).Scan(&n); err != nil {
				return 0, false, err
			}
			if most -= n; most < 0 {
				return 0, false, nil
			}
		}
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
