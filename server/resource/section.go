package resource

import (
	"context"
	"fmt"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Section is a part of an organisation's settings, declared by the area that reads them. Each has a revision of its own, so that two
// administrators cannot overwrite each other, and saving one leaves all others as they are.
//
// T is the values, with Based embedded: the request that saves them, with its tags.
type Section[T any] struct {
	Key   string // trucks: what the section is called in the table and on the wire
	First T      // what an organisation begins with
	Write right.Right
	Path  string // of the call that saves it
	// Load and Keep are where the values stand in a table of the area's own: what devices have, or what other statements join. Without them they stand here.
	Load func(ctx context.Context, tx *store.Tx) (T, error)
	Keep func(ctx context.Context, tx *store.Tx, now T) error
}

// SectionState is a section with its values, for a page that shows all of them.
type SectionState struct {
	Section string          `json:"Section"`
	Values  json.RawMessage `json:"Values"` // as the call that saves them takes them
	First   json.RawMessage `json:"First"`  // what an organisation begins with
	Rev     int64           `json:"Rev"`
	At      store.Time      `json:"At"` // null where nobody has saved it
	By      string          `json:"By"` // name of the user
}

// Part is a section of any type.
type Part interface {
	Op() op.Op
	// State is the section for a user; ok is false where it is none of the user's.
	State(ctx context.Context, tx *store.Tx) (s SectionState, ok bool, err error)
}

// saved is a section's row.
type saved struct {
	Value string     `db:"value"`
	Rev   int64      `db:"rev"`
	At    store.Time `db:"at"`
	By    string     `db:"by_name"`
}

// revision is the revision of values. That a type has none is a mistake in the source.
func (b *Based) revision() *int64 { return &b.Rev }

func revisionOf(values any) *int64 {
	b, ok := values.(interface{ revision() *int64 })
	if !ok {
		panic(fmt.Sprintf("section %T has no Based", values))
	}
	return b.revision()
}

// Op is the call that saves the section.
func (s *Section[T]) Op() op.Op {
	var probe T
	revisionOf(&probe)
	return op.Command(s.Path, s.Save, s.Write)
}

// Get is the values as they stand.
func (s *Section[T]) Get(ctx context.Context, tx *store.Tx) (T, error) {
	now, _, err := s.read(ctx, tx)
	return now, err
}

func (s *Section[T]) read(ctx context.Context, tx *store.Tx) (T, saved, error) {
	now := s.First
	row, ok, err := store.Get[saved](ctx, tx, `SELECT value, rev, at, by_name FROM resource_section WHERE section = ?`, s.Key)
	if err != nil {
		return now, row, err
	}
	if !ok {
		row.Rev = 1
	}
	switch {
	case s.Load != nil:
		now, err = s.Load(ctx, tx)
	case ok: // what a newer program knows beside it begins as it does for everyone
		if err = json.Unmarshal([]byte(row.Value), &now); err != nil {
			err = fmt.Errorf("read settings %s: %w", s.Key, err)
		}
	}
	*revisionOf(&now) = row.Rev
	return now, row, err
}

// State is the section with its values, for a user who may save it.
func (s *Section[T]) State(ctx context.Context, tx *store.Tx) (SectionState, bool, error) {
	state := SectionState{Section: s.Key}
	if !tx.By.May(s.Write) {
		return state, false, nil
	}
	now, row, err := s.read(ctx, tx)
	if err != nil {
		return state, false, err
	}
	state.Rev, state.At, state.By = row.Rev, row.At, row.By
	if state.Values, err = json.Marshal(now); err != nil {
		return state, false, err
	}
	state.First, err = json.Marshal(s.First)
	return state, true, err
}

// Save keeps the section's values. Where somebody else has saved the section since the revision that they are based on, it is refused with
// the values as they stand. Settings are an administrator's.
func (s *Section[T]) Save(ctx context.Context, tx *store.Tx, req T) (T, error) {
	if err := op.Administrators(tx); err != nil {
		return req, err
	}
	was, row, err := s.read(ctx, tx)
	if err != nil {
		return req, err
	}
	rev := revisionOf(&req)
	if *rev != row.Rev {
		return req, fail.Conflict("row-changed-meanwhile").With(was)
	}
	value := []byte("{}")
	if s.Keep != nil {
		err = s.Keep(ctx, tx, req)
	} else {
		value, err = json.Marshal(req)
	}
	if err != nil {
		return req, err
	}
	*rev = row.Rev + 1
	if _, err := tx.ExecContext(ctx, `INSERT INTO resource_section (section, value, rev, at, by_user, by_name) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (section) DO UPDATE SET value = excluded.value, rev = excluded.rev, at = excluded.at, by_user = excluded.by_user, by_name = excluded.by_name`,
		s.Key, string(value), *rev, store.At(tx.Now), tx.By.User, tx.By.Name); err != nil {
		return req, fmt.Errorf("save settings %s: %w", s.Key, err)
	}
	return req, nil
}
