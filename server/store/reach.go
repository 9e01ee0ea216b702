package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path"
	"time"

	"lading/server/kit/bucket"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// Reached is how far a database was restored.
type Reached struct {
	Version int64
	At      time.Time // when the newest piece was made that went into it
	Passed  []string  // damaged files of the replica that others stood in for
	gap     bool      // later files are there, but not all between
}

// LossError is a replica that promises more than can be restored from it.
type LossError struct {
	Name, Life string
	Reached    Reached
	Promised   int64  // version; 0 where the replica does not say
	PromisedAt string // when that was written
}

func (e *LossError) Error() string {
	text := fmt.Sprintf("the replica of %s (life %s) has lost something: ", e.Name, e.Life)
	if e.Reached.Version == 0 {
		text += "nothing can be restored from it"
	} else {
		text += fmt.Sprintf("it can be restored to version %d, of %s", e.Reached.Version, e.Reached.At.UTC().Format(time.RFC3339))
	}
	if e.Promised > 0 {
		text += fmt.Sprintf("; it held version %d at %s", e.Promised, e.PromisedAt)
	} else {
		text += "; files after that are there, but not all between"
	}
	return text + ". Put the missing files back; or use --accept-loss, and work goes on from there"
}

// hiding is a replica's client that does not tell of files which were found damaged.
type hiding struct {
	litestream.ReplicaClient
	damaged map[string]bool
}

func spot(level int, lo, hi ltx.TXID) string {
	return fmt.Sprintf("%d/%s", level, ltx.FormatFilename(lo, hi))
}

func (h *hiding) LTXFiles(ctx context.Context, level int, seek ltx.TXID, metadata bool) (ltx.FileIterator, error) {
	itr, err := h.ReplicaClient.LTXFiles(ctx, level, seek, metadata)
	if err != nil || len(h.damaged) == 0 {
		return itr, err
	}
	list, err := ltx.SliceFileIterator(itr)
	if err != nil {
		return nil, err
	}
	sound := list[:0]
	for _, f := range list {
		if !h.damaged[spot(level, f.MinTXID, f.MaxTXID)] {
			sound = append(sound, f)
		}
	}
	return ltx.NewFileInfoSliceIterator(sound), nil
}

// extent is the newest transaction that an unbroken row of files leads to, and whether there are files beyond.
func extent(ctx context.Context, client litestream.ReplicaClient) (top *ltx.FileInfo, gap bool, err error) {
	var all []*ltx.FileInfo
	for level := range litestream.SnapshotLevel + 1 {
		itr, err := client.LTXFiles(ctx, level, 0, false)
		if err != nil {
			return nil, false, err
		}
		list, err := ltx.SliceFileIterator(itr)
		if err != nil {
			return nil, false, err
		}
		all = append(all, list...)
	}
	var reached ltx.TXID
	for moved := true; moved; {
		moved = false
		for _, f := range all {
			if f.MinTXID <= reached+1 && f.MaxTXID > reached {
				reached, top, moved = f.MaxTXID, f, true
			}
		}
	}
	for _, f := range all {
		gap = gap || f.MinTXID > reached
	}
	return top, gap, nil
}

// fetch writes what the replica holds to a new file, and has SQLite check all of it. In place of a damaged file others are
// used that hold the same, such as those from which a snapshot was made.
func fetch(ctx context.Context, b *bucket.Bucket, key, to string, at time.Time) (r Reached, err error) {
	client, err := newGate(b, key)
	if err != nil {
		return r, err
	}
	h := &hiding{client, map[string]bool{}}
	var lost ltx.TXID // the newest that a damaged file held
	for {
		opt := litestream.NewRestoreOptions()
		opt.OutputPath, opt.Timestamp, opt.IntegrityCheck = to, at, litestream.IntegrityCheckFull
		if at.IsZero() {
			top, gap, err := extent(ctx, h)
			if err != nil {
				return r, err
			}
			r.gap = gap || len(h.damaged) > 0 && top == nil
			if top == nil {
				return r, litestream.ErrTxNotAvailable
			}
			r.gap = r.gap || lost > top.MaxTXID
			opt.TXID, r.At = top.MaxTXID, top.CreatedAt
		}
		plan, err := litestream.CalcRestorePlan(ctx, h, opt.TXID, at, quiet())
		if err != nil {
			return r, err
		}
		if !at.IsZero() {
			r.At = plan[len(plan)-1].CreatedAt
		}
		err = litestream.NewReplicaWithClient(nil, h).Restore(ctx, opt)
		if err == nil {
			return r, nil
		}
		found := false
		for _, f := range plan {
			wrong, lookErr := damaged(ctx, h, f)
			if lookErr != nil {
				return r, errors.Join(err, lookErr)
			}
			if wrong != nil {
				found = true
				name := spot(f.Level, f.MinTXID, f.MaxTXID)
				h.damaged[name], lost = true, max(lost, f.MaxTXID)
				r.Passed = append(r.Passed, name)
				slog.Warn("a file of the replica is damaged and passed over", "file", path.Join(key, "ltx", name), "err", wrong)
			}
		}
		if !found {
			return r, err
		}
	}
}

// damaged reads a file of the replica to its end and checks it against its own sums.
func damaged(ctx context.Context, client litestream.ReplicaClient, f *ltx.FileInfo) (wrong, err error) {
	body, err := client.OpenLTXFile(ctx, f.Level, f.MinTXID, f.MaxTXID, 0, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = body.Close() }()
	way := &way{Reader: body}
	wrong = ltx.NewDecoder(way).Verify()
	if err := errors.Join(way.err, ctx.Err()); err != nil {
		return nil, err
	}
	return wrong, nil
}

// way is a reader that remembers trouble on the way, which says nothing about the file.
type way struct {
	io.Reader
	err error
}

func (w *way) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}
