package org

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/store/listing"
)

// SampleKey is a row that was loaded to try the product out.
type SampleKey struct {
	Table string `db:"tbl"`
	ID    string `db:"id"`
}

// Sampler has the areas make and delete the rows of the sample.
type Sampler interface {
	// Load makes the rows, and lists them in the order in which they were made: a later one may refer to an earlier one.
	Load(ctx context.Context, tx *store.Tx, zone string) ([]SampleKey, error)
	// Words are what rows of the organisation's own would refer to one by, where that is not its id alone.
	Words(keys []SampleKey) []string
}

// SamplesResp tells of the sample that is loaded.
type SamplesResp struct {
	Loaded bool       `json:"loaded"`
	At     store.Time `json:"at"`
	By     string     `json:"by"`
	Orders int        `json:"orders"`
	Items  int        `json:"items"`
	Rows   int        `json:"rows"`
}

// SampleKeys lists the rows of the sample, in the order in which they were made.
func (a *Area) SampleKeys(ctx context.Context, tx *store.Tx) ([]SampleKey, error) {
	return store.Select[SampleKey](ctx, tx, `SELECT tbl, id FROM org_sample ORDER BY n`)
}

// Samples tells whether sample data is loaded.
func (a *Area) Samples(ctx context.Context, tx *store.Tx, _ op.None) (SamplesResp, error) {
	keys, err := a.SampleKeys(ctx, tx)
	resp := SamplesResp{Loaded: len(keys) > 0, Rows: len(keys)}
	for _, k := range keys {
		switch k.Table {
		case "order_open":
			resp.Orders++
		case "order_item":
			resp.Items++
		}
	}
	if err == nil && resp.Loaded {
		err = tx.QueryRowContext(ctx, `SELECT at, by_name FROM org_sample LIMIT 1`).Scan(&resp.At, &resp.By)
	}
	return resp, err
}

// LoadSamples loads a warehouse, carriers, customers, items and open orders to try the product out with. All of it carries codes that begin with SAMPLE or SMP.
func (a *Area) LoadSamples(ctx context.Context, tx *store.Tx, _ op.None) (SamplesResp, error) {
	if err := op.Administrators(tx); err != nil {
		return SamplesResp{}, err
	}
	was, err := a.Samples(ctx, tx, op.None{})
	if err != nil {
		return was, err
	}
	if was.Loaded {
		return was, fail.Conflict("samples-loaded").With(was)
	}
	s, err := a.Get(ctx, tx)
	if err != nil {
		return was, err
	}
	keys, err := a.Sampler.Load(ctx, tx, s.Zone)
	if err != nil {
		return was, err
	}
	for n, k := range keys {
		hash, _, err := rowHash(ctx, tx, k)
		if err != nil {
			return was, err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO org_sample (tbl, id, n, at, by_name, hash) VALUES (?, ?, ?, ?, ?, ?)`, k.Table, k.ID, n, tx.Now.UnixMilli(), tx.By.Name, hash); err != nil {
			return was, err
		}
	}
	return a.Samples(ctx, tx, op.None{})
}

// RemoveSamples removes the sample without a trace, and nothing else. Where a record of the organisation's own refers to a row of it, nothing is removed
// and the refusal names that record. Reading through the organisation does not hold up its writer: if somebody writes meanwhile it is read again.
func (a *Area) RemoveSamples(ctx context.Context, c *op.Call, _ op.None) (resp SamplesResp, err error) {
	if !c.By.Admin {
		return resp, fail.Forbidden("administrators-only")
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return resp, err
	}
	const tries = 3
	for try := 1; ; try++ {
		version := db.Version()
		if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error { return a.unused(ctx, tx, c.By.Language) }); err != nil {
			return resp, err
		}
		stale := false
		_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			if stale = tx.Version != version+1; stale {
				if try < tries {
					return errStale
				}
				if err := a.unused(ctx, tx, c.By.Language); err != nil { // of a busy organisation the last look is within the command
					return err
				}
			}
			keys, err := a.SampleKeys(ctx, tx)
			if err != nil {
				return err
			}
			slices.Reverse(keys)
			for _, k := range keys {
				if _, err := tx.ExecContext(ctx, fmt.Sprintf(`DELETE FROM %q WHERE id = ?`, k.Table), k.ID); err != nil {
					return fmt.Errorf("remove %s %s: %w", k.Table, k.ID, err)
				}
				if err := resource.Forget(ctx, tx, k.Table, k.ID); err != nil {
					return err
				}
				if k.Table == "order_open" { // what a sample order was before is part of the sample
					if _, err := tx.ExecContext(ctx, `DELETE FROM order_history WHERE order_id = ?`, k.ID); err != nil {
						return fmt.Errorf("remove the history of %s: %w", k.ID, err)
					}
				}
			}
			_, err = tx.ExecContext(ctx, `DELETE FROM org_sample`)
			return err
		})
		if !errors.Is(err, errStale) {
			return resp, err
		}
	}
}

var errStale = errors.New("somebody has written since the sample was looked at")

// beside are tables whose rows are no records of a person's: logs, the sync's own, counts that follow their rows.
func beside(table string) bool {
	for _, p := range []string{"op_", "sync_", "store_", "sqlite_", "blob", "change", "goose_", "org_sample"} {
		if strings.HasPrefix(table, p) {
			return true
		}
	}
	return table == "job" || table == "resource_ended" || table == "order_history" || table == "org_data_correction" || strings.HasSuffix(table, "_tally")
}

// rowHash is a row as a digest; there is false where it is gone.
func rowHash(ctx context.Context, tx *store.Tx, k SampleKey) (hash string, there bool, err error) {
	columns, err := store.Select[string](ctx, tx, `SELECT name FROM pragma_table_info(?) ORDER BY cid`, k.Table)
	if err != nil {
		return "", false, err
	}
	for i, c := range columns {
		columns[i] = fmt.Sprintf("quote(%q)", c)
	}
	text, there, err := store.Get[string](ctx, tx, fmt.Sprintf(`SELECT %s FROM %q WHERE id = ?`, strings.Join(columns, " || '|' || "), k.Table), k.ID)
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), there, err
}

// untouched refuses where somebody has made a row of the sample the organisation's own: a warehouse, carrier, customer or item that was changed. Orders are there to be
// tried with, whatever became of them.
func untouched(ctx context.Context, tx *store.Tx, language string) error {
	list, err := store.Select[struct {
		SampleKey
		Hash string `db:"hash"`
	}](ctx, tx, `SELECT tbl, id, hash FROM org_sample WHERE tbl <> 'order_open' ORDER BY n`)
	if err != nil {
		return err
	}
	var named []string
	for _, k := range list {
		now, there, err := rowHash(ctx, tx, k.SampleKey)
		if err != nil {
			return err
		}
		if there && now != k.Hash {
			named = append(named, message.Text(language, nounOf(k.Table), nil)+" "+k.ID)
		}
	}
	if len(named) > 0 {
		return fail.Conflict("samples-changed", "what", strings.Join(named[:min(len(named), mostNamed)], ", "))
	}
	return nil
}

// mostNamed is how many records a refusal names.
const mostNamed = 5

// unused refuses where a row beside the sample refers to a row of it. References are not all declared to the database, and those in documents cannot be:
// each text of each table is compared, whole or as a string within JSON.
func (a *Area) unused(ctx context.Context, tx *store.Tx, language string) error {
	keys, err := a.SampleKeys(ctx, tx)
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		return fail.Conflict("samples-none")
	}
	if err := untouched(ctx, tx, language); err != nil {
		return err
	}
	words := listing.Texts(a.Sampler.Words(keys))
	own := map[string][]string{}
	for _, k := range keys {
		own[k.Table] = append(own[k.Table], k.ID)
	}
	tables, err := store.Select[string](ctx, tx, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
	if err != nil {
		return err
	}
	count, named := 0, []string{}
	for _, table := range tables {
		if beside(table) {
			continue
		}
		columns, err := store.Select[string](ctx, tx, `SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'`, table)
		if err != nil {
			return err
		}
		if len(columns) == 0 {
			continue
		}
		compared := make([]string, len(columns))
		for i, c := range columns {
			compared[i] = fmt.Sprintf(`%[1]q = k.value OR instr(%[1]q, '"' || k.value || '"')`, c)
		}
		label := columns[0]
		for _, c := range []string{"number", "login", "name", "code"} {
			if slices.Contains(columns, c) {
				label = c
				break
			}
		}
		mine := "1"
		if len(own[table]) > 0 {
			mine = `id NOT IN (SELECT value FROM json_each(?2))`
		}
		found, err := store.Select[string](ctx, tx, fmt.Sprintf(`SELECT COALESCE(%q, '') FROM %q WHERE %s AND EXISTS (SELECT 1 FROM json_each(?1) k WHERE %s)`,
			label, table, mine, strings.Join(compared, " OR ")), words, listing.Texts(own[table]))
		if err != nil {
			return fmt.Errorf("look through %s: %w", table, err)
		}
		for _, f := range found {
			if count++; len(named) < mostNamed {
				named = append(named, message.Text(language, nounOf(table), nil)+" "+f)
			}
		}
	}
	if count > 0 {
		return fail.Conflict("samples-in-use", "count", count, "what", strings.Join(named, ", "))
	}
	return nil
}

// nounOf is the message with what people call a table's rows.
func nounOf(table string) string {
	for _, n := range []struct{ table, code string }{
		{"access_user", "sample-use-user"}, {"order_open", "sample-use-order"}, {"order_purchase", "sample-use-purchase"}, {"order_import", "sample-use-import"}, {"org_place", "sample-use-place"},
		{"shipment", "sample-use-shipment"}, {"dock_", "sample-use-shipment"}, {"warehouse_", "sample-use-warehouse"}, {"carrier_", "sample-use-carrier"}, {"quote", "sample-use-quote"},
	} {
		if strings.HasPrefix(table, n.table) {
			return n.code
		}
	}
	return "sample-use-other"
}
