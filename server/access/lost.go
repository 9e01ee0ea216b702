package access

import (
	"context"
	"slices"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/store"
)

// holders are what people hold before a change of their pages, warehouses or access.
func (a *Area) holders(ctx context.Context, tx *store.Tx, people ...string) ([]store.Actor, error) {
	all := make([]store.Actor, 0, len(people))
	for _, user := range people {
		held, err := a.Actor(ctx, tx, user)
		if fail.CodeOf(err) == "user-disabled" { // who has no access can lose nothing
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, held)
	}
	return all, nil
}

// lessened looks after a change at who holds less than before: what the lost rights had made ends, and the other areas are told.
func (a *Area) lessened(ctx context.Context, tx *store.Tx, before []store.Actor) error {
	for _, held := range before {
		holds, err := a.Actor(ctx, tx, held.User)
		if err != nil && fail.CodeOf(err) != "user-disabled" {
			return err // a disabled person's actor is the empty one, which may nothing
		}
		lost := func(r right.Right) bool { return held.May(r) && !holds.May(r) }
		if !slices.ContainsFunc(held.Rights(), lost) && !seesLess(held, holds) {
			continue
		}
		if lost(right.ManageIntegration) {
			if err := endApplications(ctx, tx, held.User); err != nil {
				return err
			}
		}
		if err := endShown(ctx, tx, held.User, func(warehouse string) bool { return holds.May(right.Sign) && holds.SeesWarehouse(warehouse) }); err != nil {
			return err
		}
		if err := tx.Emit(ctx, event.RightsLost{User: held.User, Held: at(held), Holds: at(holds)}); err != nil {
			return err
		}
	}
	return nil
}

func at(actor store.Actor) func(right.Right, string) bool {
	return func(r right.Right, warehouse string) bool {
		return actor.User != "" && actor.May(r) && actor.SeesWarehouse(warehouse)
	}
}

func seesLess(held, holds store.Actor) bool {
	if held.Warehouses == nil {
		return holds.Warehouses != nil || holds.User == ""
	}
	return slices.ContainsFunc(held.Warehouses, func(w string) bool { return !holds.SeesWarehouse(w) })
}

// endShown ends the links that a person showed on a screen for a signature, but for those that the person could make anew.
func endShown(ctx context.Context, tx *store.Tx, user string, may func(warehouse string) bool) error {
	open, err := store.Select[linkRow](ctx, tx, `SELECT * FROM access_link WHERE by_user = ? AND used_at IS NULL AND ended_at IS NULL AND expires_at > ? AND expires_at - made_at <= ?`,
		user, tx.Now.UnixMilli(), shownFor.Milliseconds())
	if err != nil {
		return err
	}
	for _, l := range open {
		if may(l.Warehouse) {
			continue
		}
		if _, err := tx.ExecContext(ctx, `UPDATE access_link SET ended_at = ? WHERE id = ?`, tx.Now.UnixMilli(), l.ID); err != nil {
			return err
		}
	}
	return nil
}
