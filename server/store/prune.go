package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"time"

	"lading/server/kit/bucket"

	"github.com/benbjohnson/litestream"
	"github.com/oklog/ulid/v2"
)

const (
	livesKept    = 2                   // that something can be restored from, however old
	livesKeptFor = 30 * 24 * time.Hour // after their end
	pruneEvery   = 24 * time.Hour
)

// restorable tells whether enough of a life arrived to restore it.
func restorable(ctx context.Context, b *bucket.Bucket, key, life string) (bool, error) {
	client, err := newGate(b, path.Join(key, life))
	if err != nil {
		return false, err
	}
	_, err = litestream.CalcRestorePlan(ctx, client, 0, time.Time{}, quiet())
	if errors.Is(err, litestream.ErrTxNotAvailable) || errors.Is(err, litestream.ErrNoSnapshots) {
		return false, nil
	}
	return err == nil, err
}

// outlived names the lives, of a list that begins with the newest, that nobody will go back to: they are behind the newest
// ones that can be restored, and ended long ago. A life ends where the next begins.
func outlived(list []string, now time.Time, restorable func(life string) (bool, error)) (gone []string, err error) {
	kept, ended := 0, now
	for _, life := range list {
		id, err := ulid.ParseStrict(first(life, 26))
		if err != nil {
			return nil, fmt.Errorf("life %s: %w", life, err)
		}
		switch {
		case kept >= livesKept:
			if now.Sub(ended) > livesKeptFor {
				gone = append(gone, life)
			}
		default:
			ok, err := restorable(life)
			if err != nil {
				return nil, err
			}
			if ok {
				kept++
			}
		}
		ended = ulid.Time(id.Time())
	}
	return gone, nil
}

// prune deletes the database's outlived lives from the replica. It runs once this session's own life has arrived there.
func (f *file) prune(ctx context.Context) error {
	s := f.db.store
	list, err := s.lives(ctx, f.db)
	if err != nil {
		return err
	}
	if len(list) == 0 || list[0] != f.life {
		return nil // somebody else went on from here; it is theirs to tidy up
	}
	gone, err := outlived(list, time.Now(), func(life string) (bool, error) { return restorable(ctx, s.replica, f.db.key(), life) })
	for _, life := range gone {
		if err := erase(ctx, s.replica, path.Join(f.db.key(), life)); err != nil {
			return fmt.Errorf("delete life %s: %w", life, err)
		}
		slog.Info("an outlived life was deleted from the replica", "db", f.db.Name, "life", life)
	}
	return err
}
