package org

import (
	"context"
	"errors"

	"lading/server/kit/fail"
	"lading/server/kit/gs1"
	"lading/server/store"
)

// NextBOL takes the next bill of lading number: the company's prefix, a serial that is never used again, and the check digit.
// The organisation's one writer gives them out, so no two commands get the same; what is rolled back is given again.
func (a *Area) NextBOL(ctx context.Context, tx *store.Tx) (string, error) {
	prefix, serial, err := take(ctx, tx, "bol")
	if err != nil {
		return "", err
	}
	n, err := gs1.BOL(prefix, serial)
	if errors.Is(err, gs1.ErrFull) {
		return "", fail.Conflict("bol-numbers-used-up")
	}
	return n, err
}

// ssccExtension is the digit that a shipper is free to choose. It stays the same: our serials are long enough.
const ssccExtension = 0

// NextSSCC takes the next pallet number. It needs the company's own prefix; there is none for shippers without one.
func (a *Area) NextSSCC(ctx context.Context, tx *store.Tx) (string, error) {
	prefix, serial, err := take(ctx, tx, "sscc")
	if err != nil {
		return "", err
	}
	if prefix == "" {
		return "", fail.Conflict("company-prefix-missing")
	}
	n, err := gs1.SSCC(ssccExtension, prefix, serial)
	if errors.Is(err, gs1.ErrFull) {
		return "", fail.Conflict("sscc-numbers-used-up")
	}
	return n, err
}

func take(ctx context.Context, tx *store.Tx, counter string) (prefix string, serial int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT gs1_prefix FROM org_setup WHERE id = 'setup'`).Scan(&prefix)
	if store.IsNotFound(err) {
		return "", 0, fail.Conflict("organisation-not-set-up")
	}
	if err != nil {
		return "", 0, err
	}
	err = tx.QueryRowContext(ctx, `UPDATE org_counter SET next = next + 1 WHERE name = ? RETURNING next - 1`, counter).Scan(&serial)
	return prefix, serial, err
}
