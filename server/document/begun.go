package document

import (
	"context"

	"lading/server/store"
)

// HasPrinter reports whether a printer is set up.
func (a *Area) HasPrinter(ctx context.Context, tx *store.Tx) (ok bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM document_printer)`).Scan(&ok)
	return ok, err
}
