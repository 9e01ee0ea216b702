package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"lading/server/kit/bucket"
	"lading/server/kit/localfile"
)

// Drop deletes an organisation's database: here, and every life of it in the replica. Cut off half-way, it goes on when it is asked again.
// Whoever still holds the DB gets ErrClosed.
func (s *Store) Drop(ctx context.Context, id string) error {
	if !orgID.MatchString(id) {
		return fmt.Errorf("store: %q is no name of an organisation", id)
	}
	if err := s.fence.confirm(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	db, open := s.dbs[id]
	if !open {
		db = &DB{Name: id, store: s, path: filepath.Join(s.opt.Dir, "org", id+".db"), closed: true}
		s.dbs[id] = db // nobody opens it meanwhile
	}
	s.mu.Unlock()
	db.end(ctx)
	if s.replica != nil {
		if err := eraseAll(ctx, s.replica, db.key()); err != nil {
			return fmt.Errorf("delete the replica of %s: %w", id, err)
		}
	}
	list, err := filepath.Glob(db.path + "*") // with its log, its marker and what restores have set aside
	if err != nil {
		return err
	}
	errs := []error{os.RemoveAll(db.metaRoot())}
	for _, name := range list {
		errs = append(errs, os.Remove(name))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	s.mu.Lock()
	delete(s.dbs, id)
	s.mu.Unlock()
	return localfile.FlushFolder(filepath.Dir(db.path))
}

// end closes a database for good, when its last user has left it.
func (db *DB) end(ctx context.Context) {
	for {
		db.mu.Lock()
		db.closed = true
		f := db.file
		var wait <-chan struct{} = db.busy
		db.mu.Unlock()
		if wait == nil {
			if f == nil {
				return
			}
			wait, _ = db.retire(f, ctx, nil)
		}
		if wait != nil {
			<-wait
		}
	}
}

// ErrThere is an organisation that has a database here or in the replica already.
var ErrThere = errors.New("store: there is such an organisation")

// Adopt takes a database file that was an organisation's elsewhere into service, as a life of its own with a new epoch: devices that know an
// earlier one are told to start again. The file is moved, so it must lie in the data folder.
func (s *Store) Adopt(ctx context.Context, id, from string) error {
	if !orgID.MatchString(id) {
		return fmt.Errorf("store: %q is no name of an organisation", id)
	}
	db := &DB{Name: id, store: s, path: filepath.Join(s.opt.Dir, "org", id+".db")}
	if _, err := os.Stat(db.path); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(ErrThere, err)
	}
	known, err := s.lives(ctx, db)
	if err != nil {
		return err
	}
	if len(known) > 0 {
		return ErrThere
	}
	var before string
	if err := Look(ctx, from, func(_ context.Context, tx *Tx) error { before = tx.Epoch(); return nil }); err != nil {
		return err
	}
	if ok, _, err := rename(ctx, from, newEpoch(before), before); err != nil || !ok {
		return errors.Join(err, fmt.Errorf("the epoch of %s cannot be changed", from))
	}
	return db.install(from)
}

// Scratch makes an empty folder inside the data folder, for files that are to become databases or were: what a kill left there is deleted first.
func (s *Store) Scratch(name string) (string, error) {
	dir := filepath.Join(s.opt.Dir, "scratch", name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o700)
}

// Replica is where databases are replicated to; nil where they are not.
func (s *Store) Replica() *bucket.Bucket { return s.replica }
