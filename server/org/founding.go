package org

import (
	"context"

	"lading/server/kit/founding"
	"lading/server/store"
)

// Found writes a new organisation's set-up.
func (a *Area) Found(ctx context.Context, tx *store.Tx, o founding.Organisation) error {
	return store.Insert(ctx, tx, "org_setup", Setup{ID: "setup", Name: o.Name, Code: o.Code, Flags: store.JSON[Flags]{V: FirstFlags()}, Labels: store.JSON[[]string]{V: firstLabels},
		Brand: store.JSON[Colours]{V: Colours{Primary: o.Primary, Secondary: o.Secondary}}, Zone: o.Zone, Units: o.Units, Language: o.Language,
		Started: store.JSON[Started]{V: Started{Skipped: []string{}}}})
}

// Language is what a new user reads first.
func (a *Area) Language(ctx context.Context, tx *store.Tx) (string, error) {
	language, ok, err := store.Get[string](ctx, tx, `SELECT language FROM org_setup WHERE id = 'setup'`)
	if !ok {
		language = "en"
	}
	return language, err
}

// HomeZone is the organisation's own zone; UTC where none was chosen.
func (a *Area) HomeZone(ctx context.Context, tx *store.Tx) (string, error) {
	zone, _, err := store.Get[string](ctx, tx, `SELECT zone FROM org_setup WHERE id = 'setup'`)
	if zone == "" {
		zone = "UTC"
	}
	return zone, err
}

// Rename gives an organisation another code, as when it is brought to a server where its own is taken.
func (a *Area) Rename(ctx context.Context, tx *store.Tx, code string) error {
	s, err := a.Get(ctx, tx)
	if err != nil {
		return err
	}
	s.Code = code
	return store.Put(ctx, tx, "org_setup", "id", s)
}

// Suspend has the organisation be read and not written, and its users be told why.
func (a *Area) Suspend(ctx context.Context, tx *store.Tx, why string) error {
	s, err := a.Get(ctx, tx)
	if err != nil {
		return err
	}
	if s.SuspendedAt.IsZero() {
		s.SuspendedAt = store.At(tx.Now)
	}
	s.SuspendedWhy = why
	if err := store.Put(ctx, tx, "org_setup", "id", s); err != nil {
		return err
	}
	return store.Suspend(ctx, tx, why)
}

// Resume ends a suspension.
func (a *Area) Resume(ctx context.Context, tx *store.Tx) error {
	s, err := a.Get(ctx, tx)
	if err != nil {
		return err
	}
	s.SuspendedAt, s.SuspendedWhy = store.Time{}, ""
	if err := store.Put(ctx, tx, "org_setup", "id", s); err != nil {
		return err
	}
	return store.Resume(ctx, tx)
}
