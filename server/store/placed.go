package store

import "context"

// Placed is a row that lies in a warehouse.
type Placed interface{ Place() string }

// Find loads one row that the user may see. Any other is as unknown as one that is not there: the caller gets the error and no part of the row.
func Find[Row Placed](ctx context.Context, tx *Tx, unknown error, query string, args ...any) (Row, error) {
	var none Row
	row, ok, err := Get[Row](ctx, tx, query, args...)
	switch {
	case err != nil:
		return none, err
	case !ok || !tx.By.SeesWarehouse(row.Place()):
		return none, unknown
	}
	return row, nil
}
