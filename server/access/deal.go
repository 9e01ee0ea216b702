package access

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lading/server/kit/page"
)

// DealPages gives pages that are new in the program to the groups that the page list names for them, once: what an administrator takes away afterwards stays away.
// It runs when a database opens, before anyone writes, and after the triggers that announce its writes were installed.
func DealPages(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	known, err := dealt(ctx, tx)
	if err != nil {
		return err
	}
	due := map[string][]page.ID{} // by group
	for _, p := range page.All {
		if p.ID == nil || known[*p.ID] {
			continue
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO access_page_dealt (page) VALUES (?)`, *p.ID); err != nil {
			return fmt.Errorf("note page %s: %w", p.Name, err)
		}
		for _, g := range p.Groups {
			due[g] = append(due[g], *p.ID)
		}
	}
	announced := false
	for code, ids := range due {
		var group, list string
		err := tx.QueryRowContext(ctx, `SELECT id, pages FROM access_group WHERE code = ? AND pages IS NOT NULL`, code).Scan(&group, &list)
		if errors.Is(err, sql.ErrNoRows) { // administrators have all pages; other groups may have gone
			continue
		}
		if err != nil {
			return err
		}
		had := strings.Split(list, ",")
		more := slices.DeleteFunc(ids, func(id page.ID) bool { return slices.Contains(had, strconv.Itoa(int(id))) })
		if len(more) == 0 {
			continue
		}
		if !announced {
			announced = true
			if _, err := tx.ExecContext(ctx, `UPDATE store_version SET version = version + 1 WHERE id = 1`); err != nil {
				return err
			}
		}
		for _, id := range more {
			list += "," + strconv.Itoa(int(id))
		}
		if _, err := tx.ExecContext(ctx, `UPDATE access_group SET pages = ? WHERE id = ?`, *pageList(list), group); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE access_user SET group_id = group_id WHERE group_id = ?`, group); err != nil { // announces the users' rows
			return err
		}
	}
	return tx.Commit()
}

func dealt(ctx context.Context, tx *sql.Tx) (map[page.ID]bool, error) {
	rows, err := tx.QueryContext(ctx, `SELECT page FROM access_page_dealt`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	known := map[page.ID]bool{}
	for rows.Next() {
		var id page.ID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		known[id] = true
	}
	return known, rows.Err()
}
