package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"lading/server/kit/blob"
	"lading/server/op"
	"lading/server/shipment"
	"lading/server/store"
)

// errBroken is what a verification found; all else that goes wrong in one is trouble with looking.
var errBroken = errors.New("broken")

func verify(ctx context.Context, out io.Writer, args []string) error {
	var cfg Config
	f := flags(out, "verify", `Checks, for one organisation or all in the data folder: every page of the database, the hash chain of operations, the hash chain of
each shipment's events, and every file by its hash. It names the first broken place of each, and exits 1 if there is one.
It only reads, and may run beside the server or on a folder that restore has made.

With the names of evidence bundles behind the flags (lading verify bundle.zip), it checks those and nothing else; no server and no data folder is needed.`)
	f.StringVar(&cfg.Data, "data", env("LADING_DATA", "./data"), "the folder with the databases (LADING_DATA)")
	f.StringVar(&cfg.Replica, "replica", env("LADING_REPLICA", "./replica"), "where the files are: a folder, s3://bucket/prefix, or off for the data folder (LADING_REPLICA)")
	only := f.String("org", "", "only the organisation with this id")
	files := f.Bool("files", true, "check the files, too")
	certificate := f.String("certificate", "", "SHA-256 of the organisation's certificate, as the organisation tells it: a bundle signed with another does not pass")
	revoked := f.String("revoked", "", "a file with the organisation's revoked certificates, a line each: SHA-256, time as 2026-11-20T14:05:00Z, why; a bundle tells those that were known when it was made")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return verifyBundles(out, f.Args(), *certificate, *revoked)
	}
	names, err := filepath.Glob(filepath.Join(cfg.Data, "org", "*.db"))
	if err != nil {
		return err
	}
	if *only != "" {
		names = []string{filepath.Join(cfg.Data, "org", *only+".db")}
	}
	if len(names) == 0 {
		return fmt.Errorf("no databases in %s", filepath.Join(cfg.Data, "org"))
	}
	var blobs *blob.Store
	if *files {
		if blobs, err = blob.Open(blob.Options{Replica: cfg.Replica, Dir: cfg.Data}); err != nil {
			return err
		}
		defer func() { _ = blobs.Close() }()
	}
	bad := 0
	for _, name := range names {
		id := strings.TrimSuffix(filepath.Base(name), ".db")
		checked, err := verifyOrg(ctx, name, id, blobs)
		said := checked.String()
		if err != nil {
			bad++
			said = err.Error()
		}
		_, _ = fmt.Fprintf(out, "organisation %s: %s\n", id, said)
	}
	if *only == "" {
		err := store.Look(ctx, filepath.Join(cfg.Data, "system.db"), sound)
		said := "sound"
		if err != nil {
			bad++
			said = err.Error()
		}
		_, _ = fmt.Fprintf(out, "system: %s\n", said)
	}
	if bad > 0 {
		return fmt.Errorf("%d databases did not pass", bad)
	}
	return nil
}

func sound(ctx context.Context, tx *store.Tx) error {
	wrong, err := store.Sound(ctx, tx)
	if err == nil && wrong != "" {
		err = fmt.Errorf("%w: the database: %s", errBroken, wrong)
	}
	return err
}

// verifyOrg checks one organisation; an error names the first broken place. Without blobs, files are not looked at.
func verifyOrg(ctx context.Context, name, id string, blobs *blob.Store) (v verified, err error) {
	if err := store.Look(ctx, name, func(ctx context.Context, tx *store.Tx) error {
		if err := sound(ctx, tx); err != nil {
			return err
		}
		broken, n, err := op.VerifyLog(ctx, tx)
		if err != nil {
			return fmt.Errorf("log of operations: %w", err)
		}
		if broken > 0 {
			return fmt.Errorf("%w: log of operations: entry %d does not follow from the one before", errBroken, broken)
		}
		v.ops = n
		at, place, c, e, err := shipment.VerifyChains(ctx, tx)
		if err != nil {
			return fmt.Errorf("events: %w", err)
		}
		if place > 0 {
			return fmt.Errorf("%w: shipment %s: event %d does not follow from the one before", errBroken, at, place)
		}
		v.chains, v.events = c, e
		return nil
	}); err != nil {
		if store.Damaged(err) {
			err = fmt.Errorf("%w: the database: %w", errBroken, err)
		}
		return v, err
	}
	if blobs != nil {
		if err := eachBlob(ctx, name, func(b store.Blob) error {
			v.files++
			body, err := blobs.Get(ctx, id, b.Hash)
			if err == nil && int64(len(body)) != b.Size {
				err = fmt.Errorf("%d bytes, noted as %d", len(body), b.Size)
			}
			if err != nil {
				return fmt.Errorf("%w: file %s: %w", errBroken, b.Hash, err)
			}
			return nil
		}); err != nil {
			return v, err
		}
	}
	return v, nil
}

// verified is what was found to be in order.
type verified struct {
	ops                   int64
	chains, events, files int
}

func (v verified) String() string {
	return fmt.Sprintf("sound; %d operations, %d events of %d shipments, %d files", v.ops, v.events, v.chains, v.files)
}
