package order

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/order/file"
	"lading/server/store"
)

// untouched is an order o of an import of which nobody has done anything: it is as it was saved, alone and on no load.
const untouched = `(o.rev = 1 AND o.state IN ('open', 'pending') AND o.together = '' AND o.left_by = '' AND o.shipment_id = '')`

// UndoImport takes back all orders of a saved file, where nothing was done with any of them since. Their numbers are free again, and the file can be taken
// once more. The writer is held for a hundred orders at a time: it may be cut off anywhere and called again. An order that somebody takes up while it runs stays.
func (a *Area) UndoImport(ctx context.Context, c *op.Call, req SaveReq) (Import, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return Import{}, err
	}
	var im Import
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		if im, err = findImport(ctx, tx, req.ImportID); err != nil {
			return err
		}
		switch {
		case im.Kind != file.Orders: // what a purchase order was before the file changed it is not kept
			return fail.Conflict("import-undo-orders-only").With(im)
		case im.State != Saved:
			return fail.Conflict("import-undo-not-saved").With(im)
		case !im.UndoneAt.IsZero():
			return nil
		}
		others, err := store.Select[string](ctx, tx, `SELECT DISTINCT o.warehouse FROM order_import_row r JOIN order_open o ON o.id = r.saved_as WHERE r.import_id = ?`, im.ID)
		if err != nil {
			return err
		}
		for _, w := range others { // of an import of one's own, from before fewer warehouses were given
			if !tx.By.SeesWarehouse(w) {
				return fail.Invalid(fail.Of("ImportId", "warehouse-not-yours", "warehouse", w))
			}
		}
		touched, err := store.Select[string](ctx, tx, `SELECT r.number FROM order_import_row r JOIN order_open o ON o.id = r.saved_as WHERE r.import_id = ? AND NOT `+untouched+` ORDER BY r.row`, im.ID)
		if err == nil && len(touched) > 0 {
			err = fail.Conflict("import-undo-touched", "count", len(touched), "order", touched[0]).With(im)
		}
		return err
	}); err != nil {
		return im, err
	}
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return im, err
		}
		if _, err := op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) (err error) {
			if im, err = findImport(ctx, tx, req.ImportID); err != nil {
				return err
			}
			if im.UndoneAt.IsZero() {
				im.UndoneAt, im.UndoneBy = store.At(tx.Now), tx.By.Name
				if _, err := tx.ExecContext(ctx, `UPDATE order_import SET undone_at = ?, undone_by = ? WHERE id = ?`, im.UndoneAt, im.UndoneBy, im.ID); err != nil {
					return err
				}
			}
			ids, err := store.Select[string](ctx, tx, `SELECT o.id FROM order_import_row r JOIN order_open o ON o.id = r.saved_as WHERE r.import_id = ? AND `+untouched+` ORDER BY r.row LIMIT ?`, im.ID, rowsAtOnce)
			if err != nil {
				return err
			}
			more = len(ids) == rowsAtOnce
			for _, id := range ids {
				o, err := find(ctx, tx, id)
				if err == nil {
					err = o.store(ctx, tx, Archived)
				}
				if err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return im, err
		}
	}
	return im, nil
}

// undoLeft counts the orders of a file that are as they were saved although the file is undone: its undo was cut off, and may be gone on with.
func undoLeft(ctx context.Context, tx *store.Tx, im Import) (n int, err error) {
	if im.UndoneAt.IsZero() {
		return 0, nil
	}
	n, _, err = store.Get[int](ctx, tx, `SELECT count(*) FROM order_import_row r JOIN order_open o ON o.id = r.saved_as WHERE r.import_id = ? AND `+untouched, im.ID)
	return n, err
}
