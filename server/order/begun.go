package order

import (
	"context"

	"lading/server/store"
	"lading/server/store/listing"
)

// HasItems reports whether the item master holds anything beside some items.
func (a *Area) HasItems(ctx context.Context, tx *store.Tx, but []string) (ok bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM order_item WHERE id NOT IN (SELECT value FROM json_each(?)))`, listing.Texts(but)).Scan(&ok)
	return ok, err
}

// HasImport reports whether it is known how the columns of an order file are to be read.
func (a *Area) HasImport(ctx context.Context, tx *store.Tx) (ok bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM order_mapping)`).Scan(&ok)
	return ok, err
}
