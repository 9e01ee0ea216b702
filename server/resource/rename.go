package resource

import (
	"context"
	"fmt"
	"strings"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Parties knows under which codes and names customers stand.
type Parties interface {
	// Standing is what a code or name that was merged into another reads now; any other text is itself.
	Standing(ctx context.Context, tx *store.Tx, text string) (string, error)
	// Named lists the texts that name the customer which a text names: the text itself, what it reads now, its code and its name.
	Named(ctx context.Context, tx *store.Tx, text string) ([]string, error)
}

// Named is a column that names customers by code or name, in a table of many rows.
type Named struct {
	Noun   freight.FollowNoun
	Table  string
	Column string
	Also   string // further columns that change with it: "rev = rev + 1"
	Needs  right.Right
}

// Rename has the rows that name a merged customer name the one that stays, and counts them; it only counts where the merge is looked at.
func Rename(ctx context.Context, tx *store.Tx, m freight.Merge, n Named) (freight.Follow, error) {
	f := freight.Follow{Noun: n.Noun, Needs: n.Needs}
	if len(m.Texts) == 0 {
		return f, nil
	}
	pairs, err := json.Marshal(m.Texts)
	if err != nil {
		return f, err
	}
	becomes := fmt.Sprintf(`(SELECT m.value ->> 'to' FROM json_each(?1) m WHERE m.value ->> 'from' = %s.%s COLLATE NOCASE LIMIT 1)`, n.Table, n.Column)
	where := fmt.Sprintf(`%s <> '' AND %s <> COALESCE(%s, %[2]s)`, n.Column, n.Column, becomes)
	if f.Moved, _, err = store.Get[int](ctx, tx, `SELECT count(*) FROM `+n.Table+` WHERE `+where, string(pairs)); err != nil || m.Look || f.Moved == 0 {
		return f, err
	}
	set := n.Column + ` = ` + becomes
	if n.Also != "" {
		set += `, ` + n.Also
	}
	if _, err = tx.ExecContext(ctx, `UPDATE `+n.Table+` SET `+set+` WHERE `+where, string(pairs)); err != nil {
		err = fmt.Errorf("rename customers of %s: %w", n.Table, err)
	}
	return f, err
}

// Rename has the rows that name a merged customer name the one that stays. of is where a row names it. Of two rows that clash then, the one that named the customer
// that stays is kept and the other ended; it can be restored like any other.
func (t *Table[Q, T]) Rename(ctx context.Context, tx *store.Tx, m freight.Merge, noun freight.FollowNoun, of func(*T) *string, clash func(a, b *T) bool) (freight.Follow, error) {
	f := freight.Follow{Noun: noun, Needs: t.Write}
	if len(m.Texts) == 0 {
		return f, nil
	}
	rows, err := store.Select[T](ctx, tx, `SELECT `+t.key.columns+` FROM `+t.Table+` ORDER BY `+t.Order)
	if err != nil {
		return f, err
	}
	var standing, renamed []*T
	for i := range rows {
		if text := *of(&rows[i]); text == "" || m.Becomes(text) == text {
			standing = append(standing, &rows[i])
		} else {
			renamed = append(renamed, &rows[i])
		}
	}
	for _, now := range renamed {
		was := *now
		*of(now) = m.Becomes(*of(now))
		ends := false
		for _, s := range standing {
			ends = ends || clash != nil && strings.EqualFold(*of(s), *of(now)) && clash(s, now)
		}
		if ends {
			f.Ended++
		} else {
			f.Moved++
			standing = append(standing, now)
		}
		switch {
		case m.Look:
		case ends:
			if _, err := t.End(ctx, tx, t.request(&was).FieldByIndex(t.key.key).String()); err != nil {
				return f, err
			}
		default:
			rev := t.request(now).FieldByIndex(t.key.rev)
			rev.SetInt(rev.Int() + 1)
			*t.stamp(now) = Stamp{store.At(tx.Now), tx.By.User}
			if err := store.Change(ctx, tx, t.Table, t.key.id, was, *now); err != nil {
				return f, fmt.Errorf("rename customer in %s: %w", t.Table, err)
			}
		}
	}
	return f, nil
}
