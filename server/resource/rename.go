package resource

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/store"
)

// Parties knows under which codes and names customers stand.
type Parties interface {
	// Standing is what a code or name that was merged into another reads now; any other text is itself.
	Standing(ctx context.Context, tx *store.Tx, text string) (string, error)
	// Named lists the texts that name the customer which a text names: the text itself, what it reads today, its code and its name, and those before.
	Named(ctx context.Context, tx *store.Tx, text string) ([]string, error)
}

// Named is a column that names customers by code or name, in a table of many rows.
type Named struct {
	Noun   freight.FollowNoun
	Table  string
	Column string
	Also   string // further columns that change with it: "rev = rev + 1"
	Only   string // condition of the rows; empty is all
	Piece  int    // so many change at once: the others are left to further calls; 0 is all
	Needs  right.Right
}

// Rename has the rows that name a merged customer name the one that stays, and counts them; it only counts where the merge is looked at.
func Rename(ctx context.Context, tx *store.Tx, m freight.Merge, n Named) (freight.Follow, error) {
	f := freight.Follow{Noun: n.Noun, Needs: n.Needs}
	if len(m.Texts) == 0 {
		return f, nil
	}
	for _, t := range m.Texts {
		where := ` WHERE ` + n.Column + ` = ?1 COLLATE NOCASE AND ` + n.Column + ` <> ?2`
		if n.Only != "" {
			where += ` AND ` + n.Only
		}
		if m.Look {
			some, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM `+n.Table+where, t.From, t.To)
			if err != nil {
				return f, err
			}
			f.Moved += some
			continue
		}
		set := n.Column + ` = ?2`
		if n.Also != "" {
			set += `, ` + n.Also
		}
		if n.Piece > 0 {
			if f.Moved >= n.Piece {
				break
			}
			where = fmt.Sprintf(` WHERE rowid IN (SELECT rowid FROM %s%s LIMIT %d)`, n.Table, where, n.Piece-f.Moved)
		}
		done, err := tx.ExecContext(ctx, `UPDATE `+n.Table+` SET `+set+where, t.From, t.To)
		if err != nil {
			return f, fmt.Errorf("rename customers of %s: %w", n.Table, err)
		}
		some, err := done.RowsAffected()
		if err != nil {
			return f, err
		}
		f.Moved += int(some)
	}
	return f, nil
}

// party is a row on its way through a merge.
type party[T any] struct {
	was, now T
	whose    int  // which of the merged rows it named
	renamed  bool // or changed otherwise
	ends     bool
}

// Rename has the rows that name a merged customer name the one that stays. of is where a row names it: by code or by name, which are one party all the same. Of two
// that would both count for the same thing, that of the one that stays is kept and the other ended; it can be restored like any other. covers reports that the first counts
// where the second would: it is asked between rows of different parties alone, for what is more special among a party's own rows counts before the others as it did. Where
// the first counts for a part of it alone, covers takes that part away from the second. alike reports that the table holds no two such rows of one party: there the one that
// would not count ends, where the other would for it.
func (t *Table[Q, T]) Rename(ctx context.Context, tx *store.Tx, m freight.Merge, noun freight.FollowNoun, of func(*T) *string, covers, alike func(first, second *T) bool) (freight.Follow, error) {
	f := freight.Follow{Noun: noun, Needs: t.Write}
	if len(m.Texts) == 0 {
		return f, nil
	}
	list, err := store.Select[T](ctx, tx, `SELECT `+t.key.columns+` FROM `+t.Table+` ORDER BY `+t.Order)
	if err != nil {
		return f, err
	}
	rows := make([]party[T], len(list))
	for i, row := range list {
		r := party[T]{was: row, now: row, whose: m.Whose(*of(&row))}
		*of(&r.now) = m.Becomes(*of(&row))
		r.renamed = *of(&r.now) != *of(&row)
		rows[i] = r
	}
	slices.SortStableFunc(rows, func(a, b party[T]) int { return cmp.Compare(a.whose, b.whose) })
	for i := range rows {
		r := &rows[i]
		for n := 0; n < i && covers != nil && r.whose >= 0 && !r.ends; n++ {
			k := &rows[n]
			another := k.whose >= 0 && k.whose != r.whose
			switch {
			case k.ends:
			case another && covers(&k.now, &r.now):
				r.ends = true
			case !(k.renamed || r.renamed) || !strings.EqualFold(*of(&k.now), *of(&r.now)) || !alike(&k.now, &r.now):
			case another && covers(&r.now, &k.now):
				k.ends = true
			default:
				r.ends = alike(&k.now, &r.now) // unless it was for a part alone
			}
		}
		r.renamed = r.renamed || !reflect.DeepEqual(r.was, r.now)
	}
	for i := range rows {
		r := &rows[i]
		r.renamed = r.renamed || !reflect.DeepEqual(r.was, r.now) // one that came after it may have taken a part of it
		switch {
		case r.ends:
			f.Ended++
		case r.renamed:
			f.Moved++
		}
	}
	if m.Look {
		return f, nil
	}
	for i := range rows { // before others take their place
		if r := &rows[i]; r.ends {
			if _, err := t.End(ctx, tx, t.request(&r.was).FieldByIndex(t.key.key).String()); err != nil {
				return f, err
			}
		}
	}
	for i := range rows {
		r := &rows[i]
		if r.ends || !r.renamed {
			continue
		}
		rev := t.request(&r.now).FieldByIndex(t.key.rev)
		rev.SetInt(rev.Int() + 1)
		*t.stamp(&r.now) = Stamp{store.At(tx.Now), tx.By.User}
		if err := store.Change(ctx, tx, t.Table, t.key.id, r.was, r.now); err != nil {
			return f, fmt.Errorf("rename customer in %s: %w", t.Table, err)
		}
	}
	return f, nil
}
