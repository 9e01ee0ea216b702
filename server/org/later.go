package org

import (
	"context"
	"strings"

	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// FollowJob has the records follow a merge that it left: loads and orders that are done with, of which a customer has many.
const FollowJob = "org-merge-follow"

// Later is an area that leaves records to be changed after a merge, so that nobody waits for all of them.
type Later interface {
	// FollowLater has a piece of them follow, and reports whether there may be more.
	FollowLater(ctx context.Context, tx *store.Tx, m freight.Merge) (more bool, err error)
}

// Jobs takes work that is done after its command.
type Jobs interface {
	Add(ctx context.Context, tx *store.Tx, kind, key string, payload any) error
}

// followDue is what the job is told.
type followDue struct {
	Texts []freight.Renamed `json:"texts"`
}

// followLater notes the records that a merge leaves. Until they are done, whoever asks for their customer is told the one that stays (Standing, Named).
func (a *Area) followLater(ctx context.Context, tx *store.Tx, m freight.Merge, follows, done []freight.Follow) error {
	left := 0
	for _, f := range follows {
		left += f.Moved
	}
	for _, f := range done {
		left -= f.Moved
	}
	if left <= 0 {
		return nil
	}
	return a.Jobs.Add(ctx, tx, FollowJob, FollowJob+":"+ulid.Make().String(), followDue{m.Texts})
}

// FollowOn does the job, a piece at a time.
func (a *Area) FollowOn(ctx context.Context, org *store.DB, payload []byte) error {
	var due followDue
	if err := json.Unmarshal(payload, &due); err != nil {
		return err
	}
	for more := true; more; {
		_, err := org.Write(ctx, store.Command{Name: FollowJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			more = false
			m, err := a.standingTexts(ctx, tx, due.Texts)
			if err != nil {
				return err
			}
			for _, f := range a.Followers {
				later, ok := f.(Later)
				if !ok {
					continue
				}
				some, err := later.FollowLater(ctx, tx, m)
				if err != nil {
					return err
				}
				more = more || some
			}
			return nil
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

// standingTexts are the texts of a merge as they stand by now: the one that stayed may have been merged, and a text may be another customer's.
func (a *Area) standingTexts(ctx context.Context, tx *store.Tx, texts []freight.Renamed) (m freight.Merge, err error) {
	for _, t := range texts {
		if t.To, err = a.Standing(ctx, tx, t.To); err != nil {
			return m, err
		}
		_, taken, err := store.Get[int](ctx, tx, `SELECT 1 FROM org_place WHERE kind = 'customer' AND (code = ?1 COLLATE NOCASE OR name = ?1 COLLATE NOCASE) LIMIT 1`, t.From)
		if err != nil {
			return m, err
		}
		if !taken || strings.EqualFold(t.From, t.To) {
			m.Texts = append(m.Texts, t)
		}
	}
	return m, nil
}
