package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"lading/server/kit/blob"
	"lading/server/store"
)

const aboutRestore = `Copies what the replica holds into an empty folder: databases in <to>/org and <to>/system.db, files in <to>/blobs.
The replica stays as it is, and the server may run meanwhile.

To look at the copy: LADING_DATA=<to> LADING_REPLICA=off lading serve.
To go back to it: stop the server, then serve it with LADING_DATA=<to> and the same replica. It has an epoch of its own that is
later than all others, so it counts from then on, and devices offer again what it does not have.`

func restore(ctx context.Context, out io.Writer, args []string) error {
	var to, org, when string
	f := flags(out, "restore", aboutRestore)
	replica := f.String("replica", env("LADING_REPLICA", "./replica"), "replica and blobs: a folder or s3://bucket/prefix (LADING_REPLICA)")
	f.StringVar(&to, "to", "", "the folder to make; required")
	f.StringVar(&org, "org", "", "only the organisation with this id")
	f.StringVar(&when, "at", "", "as of this time, for example 2026-11-20T14:05:00Z; else the newest")
	files := f.Bool("files", true, "copy the files, too")
	acceptLoss := f.Bool("accept-loss", false, "where the replica has lost something, restore what is left")
	if err := parse(f, args); err != nil {
		return err
	}
	var at time.Time
	if when != "" {
		var err error
		if at, err = time.Parse(time.RFC3339, when); err != nil {
			return fmt.Errorf("-at %q is not a time such as 2026-11-20T14:05:00Z", when)
		}
	}
	if to == "" {
		return errors.New("restore needs a folder: -to <folder>")
	}
	if list, err := os.ReadDir(to); err == nil && len(list) > 0 {
		return fmt.Errorf("%s is not empty; a restore overwrites nothing", to)
	}
	orgs := []string{org}
	if org == "" {
		var err error
		if orgs, err = store.Replicated(ctx, *replica); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(to, "org"), 0o700); err != nil {
		return err
	}
	from, err := blob.Open(blob.Options{Replica: *replica, Dir: to})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	copies, err := blob.Open(blob.Options{Replica: "off", Dir: to, Max: 1 << 40})
	if err != nil {
		return err
	}
	defer func() { _ = copies.Close() }()
	restored := 0
	for _, id := range orgs {
		name := filepath.Join(to, "org", id+".db")
		reached, err := store.Restore(ctx, *replica, id, name, at, *acceptLoss)
		switch {
		case errors.Is(err, store.ErrNothing) && org == "":
			_, _ = fmt.Fprintf(out, "organisation %s: nothing then\n", id)
			continue
		case err != nil:
			return fmt.Errorf("organisation %s: %w", id, err)
		}
		restored++
		n, missing := 0, 0
		if *files {
			if n, missing, err = copyFiles(ctx, name, id, from, copies); err != nil {
				return fmt.Errorf("files of organisation %s: %w", id, err)
			}
		}
		_, _ = fmt.Fprintf(out, "organisation %s: restored, %d files", id, n)
		if len(reached.Passed) > 0 {
			_, _ = fmt.Fprintf(out, ", %d damaged files of the replica passed over", len(reached.Passed))
		}
		if missing > 0 {
			_, _ = fmt.Fprintf(out, ", %d missing", missing)
		}
		_, _ = fmt.Fprintf(out, ", up to version %d of %s\n", reached.Version, reached.At.UTC().Format(time.RFC3339))
	}
	if restored == 0 {
		return store.ErrNothing
	}
	if org != "" {
		return nil // the index over organisations is made again at the first start
	}
	switch _, err := store.Restore(ctx, *replica, "system", filepath.Join(to, "system.db"), at, *acceptLoss); {
	case errors.Is(err, store.ErrNothing):
		_, _ = fmt.Fprintln(out, "system: nothing in the replica; the index is made again at the first start, and people sign in anew")
	case err != nil:
		return fmt.Errorf("system: %w", err)
	default:
		_, _ = fmt.Fprintln(out, "system: restored")
	}
	return nil
}

// copyFiles copies the files that an organisation's database names.
func copyFiles(ctx context.Context, db, org string, from, to *blob.Store) (n, missing int, err error) {
	err = eachBlob(ctx, db, func(b store.Blob) error {
		body, err := from.Get(ctx, org, b.Hash)
		if err != nil {
			missing++ // verify names it
			return nil
		}
		n++
		_, err = to.Put(ctx, org, b.Type, body)
		return err
	})
	return n, missing, err
}

// eachBlob goes through the files that an organisation's database names.
func eachBlob(ctx context.Context, db string, f func(b store.Blob) error) error {
	last := ""
	for {
		var list []store.Blob
		if err := store.Look(ctx, db, func(ctx context.Context, tx *store.Tx) (err error) {
			list, err = store.BlobsAfter(ctx, tx, last)
			return err
		}); err != nil || len(list) == 0 {
			return err
		}
		for _, b := range list {
			if err := f(b); err != nil {
				return err
			}
			last = b.Hash
		}
	}
}
