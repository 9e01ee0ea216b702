package shipment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lading/server/store"
)

// bucket is a list of one status, or of two, that is to be read page by page. All that it is filtered and ordered by stands in the indexes shipment_list and, with what is not its day, shipment_order, where the
// entries of a status lie together by their day. Such a list may have hundreds of thousands of entries: what counts is how many times they are walked through.
type bucket struct {
	where
	codes     []string // each is walked through for itself, so that the index gives the order
	column    string
	direction string
	before    string // the comparison that holds for what comes earlier
	tallied   bool   // by nothing but status and warehouse, whose numbers are known
}

var (
	deep  = 1000 // the first place that is not come to by sorting all that is before it
	every = 17   // a sample looks at one entry of so many
)

// listed is the table by the smaller of the two indexes, which SQLite would not always choose.
const listed = "shipment INDEXED BY shipment_list"

// byIndex is the table by the index that has a column.
func byIndex(column string) string {
	switch column {
	case "ship_on", "customer", "warehouse", "status":
		return listed
	}
	return "shipment INDEXED BY shipment_order"
}

func (b *bucket) order(key string) string {
	return fmt.Sprintf("%s %s, id %s", key, b.direction, b.direction)
}

// page gives the keys of a page and how many there are in all.
func (b *bucket) page(ctx context.Context, tx *store.Tx, size, offset int) (ids []string, total int64, err error) {
	if offset >= deep && b.column != "ship_on" {
		ids, total, ok, err := b.far(ctx, tx, size, offset)
		if ok || err != nil {
			return ids, total, err
		}
	}
	query, args := b.entries("")
	ids, err = store.Select[string](ctx, tx, "SELECT id FROM ("+query+" ORDER BY "+b.order("k")+" LIMIT ? OFFSET ?)", append(args, size, offset)...)
	if err != nil {
		return nil, 0, err
	}
	if len(ids) < size && (len(ids) > 0 || offset == 0) {
		return ids, int64(offset + len(ids)), nil // the walk came to the end
	}
	total, err = b.count(ctx, tx)
	return ids, total, err
}

// found gives the keys of a page of what a search finds, which is little enough to be looked at once.
func (b *bucket) found(ctx context.Context, tx *store.Tx, text string, size, offset int) ([]string, int64, error) {
	b.any("+status", b.codes) // few have the number; the plus keeps the status from being walked through for them
	b.sought(text, tx.By)
	ids, err := store.Select[string](ctx, tx, "SELECT id FROM shipment WHERE "+b.String()+" ORDER BY "+b.order(b.column), b.args...)
	return ids[min(offset, len(ids)):min(offset+size, len(ids))], int64(len(ids)), err
}

// entries are the bucket's keys with what they are ordered by, one walk for each status.
func (b *bucket) entries(more string) (string, []any) {
	var walks []string
	var args []any
	for _, code := range b.codes {
		walks = append(walks, "SELECT id, "+b.column+" AS k FROM "+byIndex(b.column)+" WHERE "+b.one(more))
		args = append(append(args, code), b.args...)
	}
	return strings.Join(walks, " UNION ALL "), args
}

// one is the condition of one walk.
func (b *bucket) one(more string) string {
	return strings.Join(append([]string{"status = ?"}, b.text...), " AND ") + more
}

func (b *bucket) count(ctx context.Context, tx *store.Tx) (total int64, err error) {
	from := "SELECT count(*) FROM " + listed
	if b.tallied {
		from = "SELECT COALESCE(sum(n), 0) FROM shipment_tally"
	}
	for _, code := range b.codes {
		var n int64
		if err := tx.QueryRowContext(ctx, from+" WHERE "+b.one(""), append([]any{code}, b.args...)...).Scan(&n); err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// edge is a place in the order.
type edge struct {
	K  any    `db:"k"`
	ID string `db:"id"`
}

// far gives a page that lies far inside an order that the index does not have. A sample tells between which two entries the page must be; one walk counts all, counts
// those before the first, and gathers those between, which alone are sorted. It is not ok where the sample was wrong.
func (b *bucket) far(ctx context.Context, tx *store.Tx, size, offset int) (ids []string, total int64, ok bool, err error) {
	spare := func(n int) int { return 8 + int(2*math.Sqrt(float64(n))) } // how far a sample of so many may be off; four deviations
	low := offset/every - spare(offset/every)
	high := (offset+size)/every + spare((offset+size)/every)
	sample, args := b.entries(fmt.Sprintf(" AND rowid %% %d = 0", every))
	between, err := store.Select[edge](ctx, tx, "SELECT k, id FROM ("+sample+") ORDER BY "+b.order("k")+" LIMIT ? OFFSET ?", append(args, high-max(low, 0)+1, max(low, 0))...)
	if err != nil {
		return nil, 0, false, err
	}
	earlier, wanted, bounds := "FALSE", "TRUE", []any{}
	if low > 0 && len(between) > 0 {
		is := fmt.Sprintf("(%s, id) %s (?, ?)", b.column, b.before)
		earlier, wanted, bounds = is, "NOT "+is, []any{between[0].K, between[0].ID, between[0].K, between[0].ID}
	}
	if last := high - max(low, 0); len(between) > last { // otherwise the sample ends before it
		wanted += fmt.Sprintf(" AND (%s, id) %s (?, ?)", b.column, b.before)
		bounds = append(bounds, between[last].K, between[last].ID)
	}
	var skipped int64
	var gathered []string
	for _, code := range b.codes {
		var all, passed int64
		var some string
		err := tx.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*), count(*) FILTER (WHERE %s), json_group_array(json_array(%s, id)) FILTER (WHERE %s) FROM %s WHERE %s",
			earlier, b.column, wanted, byIndex(b.column), b.one("")), append(append(slices.Clone(bounds), code), b.args...)...).Scan(&all, &passed, &some)
		if err != nil {
			return nil, 0, false, err
		}
		total, skipped, gathered = total+all, skipped+passed, append(gathered, some)
	}
	if int64(offset) < skipped {
		return nil, 0, false, nil
	}
	ids, err = store.Select[string](ctx, tx, "SELECT e.value ->> 1 FROM json_each(?) s, json_each(s.value) e ORDER BY e.value ->> 0 "+b.direction+", e.value ->> 1 "+b.direction+" LIMIT ? OFFSET ?",
		"["+strings.Join(gathered, ",")+"]", size, int64(offset)-skipped)
	return ids, total, int64(len(ids)) == max(0, min(int64(size), total-int64(offset))), err
}
