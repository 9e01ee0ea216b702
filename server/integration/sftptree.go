package integration

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"lading/server/store"

	"github.com/pkg/sftp"
)

const (
	mostFile    = 25 << 20 // bytes of a file
	mostWaiting = 200      // files of a transfer that wait, or are not named yet
	mostParts   = 2        // files that a session writes at once
	mostReads   = 8        // files that all sessions read at once, each in memory
	mostListed  = 1000     // files of a folder
	mostName    = 120      // bytes of a name
)

// tree is what a sender sees: /in, where it puts its files, and /done, /held and /failed, where they are moved to. Beside a file there stands its outcome, with .txt
// behind its name.
type tree struct {
	area                *Area
	ctx                 context.Context
	org, transfer, hash string
	parts, reads        chan struct{}
}

var folders = map[string][]FileState{"/in": {Part, Waiting}, "/held": {Held}, "/done": {Done}, "/failed": {Failed}}

// reach opens the organisation, as long as the sender may still sign in with what it signed in with.
func (t *tree) reach(do func(ctx context.Context, tx *store.Tx) error) error {
	db, err := t.area.Orgs(t.ctx, t.org)
	if err != nil {
		return fault(err)
	}
	return fault(db.Read(t.ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		if err := t.stands(ctx, tx); err != nil {
			return err
		}
		return do(ctx, tx)
	}))
}

func (t *tree) write(do func(ctx context.Context, tx *store.Tx) error) error {
	db, err := t.area.Orgs(t.ctx, t.org)
	if err != nil {
		return fault(err)
	}
	_, err = db.Write(t.ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if err := t.stands(ctx, tx); err != nil {
			return err
		}
		return do(ctx, tx)
	}})
	return fault(err)
}

func (t *tree) stands(ctx context.Context, tx *store.Tx) error {
	_, ok, err := store.Get[string](ctx, tx, `SELECT l.username FROM integration_transfer_login l JOIN integration_transfer t ON t.id = l.transfer_id WHERE l.transfer_id = ? AND l.hash = ? AND t.paused = 0`, t.transfer, t.hash)
	if err == nil && !ok {
		err = sftp.ErrSSHFxPermissionDenied
	}
	return err
}

// fault is an error as a sender may know it: what is wrong here stands in the log.
func fault(err error) error {
	for _, known := range []error{sftp.ErrSSHFxPermissionDenied, sftp.ErrSSHFxFailure, sftp.ErrSSHFxOpUnsupported, os.ErrNotExist, io.ErrUnexpectedEOF, errLarge, errMany, errName, errToday} {
		if errors.Is(err, known) {
			return known
		}
	}
	if err != nil {
		slog.Error("an SFTP request failed", "err", err)
		return sftp.ErrSSHFxFailure
	}
	return nil
}

var (
	errLarge = errors.New("a file has 25 MB at most")
	errMany  = errors.New("too many files wait here; try again later")
	errName  = errors.New("a file's name has 120 bytes at most, and no control characters")
)

// of are the files of a folder, the newest first.
func (t *tree) of(ctx context.Context, tx *store.Tx, folder string) ([]orderFile, error) {
	states := folders[folder]
	return store.Select[orderFile](ctx, tx, `SELECT * FROM integration_file WHERE transfer_id = ? AND state IN (?, ?) ORDER BY at DESC, id DESC LIMIT ?`, t.transfer, states[0], states[len(states)-1], mostListed)
}

// called is a file's name in its folder. Files that were moved may have had the same name.
func called(folder string, f *orderFile) string {
	if folder == "/in" {
		return f.Name
	}
	return strings.ToLower(f.ID) + "-" + f.Name
}

// find gives the file of a path, and whether the path is that of its outcome.
func (t *tree) find(ctx context.Context, tx *store.Tx, at string) (f orderFile, outcome bool, err error) {
	folder, name := path.Split(at)
	folder = path.Clean(folder)
	if folders[folder] == nil {
		return f, false, os.ErrNotExist
	}
	list, err := t.of(ctx, tx, folder)
	for _, one := range list {
		switch is := called(folder, &one); {
		case is == name:
			return one, false, nil
		case is+".txt" == name && folder != "/in":
			return one, true, nil
		}
	}
	if err == nil {
		err = os.ErrNotExist
	}
	return f, false, err
}

// Fileread gives a file or its outcome.
func (t *tree) Fileread(r *sftp.Request) (io.ReaderAt, error) {
	var f orderFile
	var outcome bool
	if err := t.reach(func(ctx context.Context, tx *store.Tx) (err error) {
		f, outcome, err = t.find(ctx, tx, r.Filepath)
		return err
	}); err != nil {
		return nil, err
	}
	if outcome {
		return strings.NewReader(f.told()), nil
	}
	select {
	case t.reads <- struct{}{}:
	default:
		return nil, errMany
	}
	content, err := t.area.Blobs.Get(t.ctx, t.org, f.Blob)
	if err != nil {
		<-t.reads
		return nil, fault(err)
	}
	return &leaving{Reader: bytes.NewReader(content), done: sync.OnceFunc(func() { <-t.reads })}, nil
}

// leaving is a file while it is read; it has one of the server's few places until the reader closes it, or is gone.
type leaving struct {
	*bytes.Reader
	done func()
}

// Close gives the place back.
func (l *leaving) Close() error {
	l.done()
	return nil
}

// Filewrite takes a new file. It has come when its sender closes it.
func (t *tree) Filewrite(r *sftp.Request) (io.WriterAt, error) {
	name, err := incoming(r.Filepath)
	if err != nil {
		return nil, err
	}
	if r.Pflags().Append {
		return nil, sftp.ErrSSHFxOpUnsupported
	}
	if err := t.reach(t.room); err != nil {
		return nil, t.refused(err)
	}
	select {
	case t.parts <- struct{}{}:
	default:
		return nil, errMany
	}
	file, err := os.CreateTemp("", "lading-sftp-*")
	if err != nil {
		<-t.parts
		return nil, fault(err)
	}
	return &arriving{tree: t, name: name, file: file}, nil
}

func (t *tree) room(ctx context.Context, tx *store.Tx) error {
	// A part that nobody has finished for a day stands in nobody's way; it is deleted with what is long over.
	n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM integration_file WHERE transfer_id = ? AND (state = 'waiting' OR state = 'part' AND at > ?)`, t.transfer, store.At(tx.Now.Add(-24*time.Hour)))
	if err == nil && n >= mostWaiting {
		err = errMany
	}
	if err != nil {
		return err
	}
	return today(ctx, tx)
}

// incoming is the name of a file that may be put where the path says.
func incoming(at string) (string, error) {
	folder, name := path.Split(at)
	if path.Clean(folder) != "/in" {
		return "", sftp.ErrSSHFxPermissionDenied
	}
	if name == "" || len(name) > mostName || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) || strings.Contains(name, `\`) {
		return "", errName
	}
	return name, nil
}

// arriving is a file while it is sent. It lies in a file of its own that is gone whatever happens.
type arriving struct {
	tree *tree
	name string
	mu   sync.Mutex
	file *os.File
	size int64
	err  error
}

// WriteAt keeps a piece.
func (w *arriving) WriteAt(p []byte, at int64) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at < 0 || at > mostFile-int64(len(p)) {
		w.err = errLarge
	}
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.file.WriteAt(p, at)
	w.size, w.err = max(w.size, at+int64(n)), err
	return n, fault(err)
}

// TransferError is told where the sender is gone before it closed the file: there may be half of it.
func (w *arriving) TransferError(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
}

// Close takes the file. Its sender is told only once it is on disk, and it is due to be imported.
func (w *arriving) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer func() {
		_ = w.file.Close()
		_ = os.Remove(w.file.Name())
		<-w.tree.parts
	}()
	if w.err != nil {
		return fault(w.err)
	}
	content, err := io.ReadAll(io.NewSectionReader(w.file, 0, w.size))
	if err != nil {
		return fault(err)
	}
	hash, err := w.tree.area.Blobs.Put(w.tree.ctx, w.tree.org, "application/octet-stream", content)
	if err != nil {
		return fault(err)
	}
	f := orderFile{Transfer: w.tree.transfer, Name: w.name, Size: w.size, Blob: hash, State: Waiting}
	if unfinished(w.name) {
		f.State = Part
	}
	return w.tree.refused(w.tree.write(func(ctx context.Context, tx *store.Tx) error {
		if err := w.tree.room(ctx, tx); err != nil {
			return err
		}
		if err := count(ctx, tx, f.Size); err != nil {
			return err
		}
		return come(ctx, tx, &f)
	}))
}

// Filecmd renames a file that its sender has finished, and removes one that it has not. What senders say of times and modes is of no use here.
func (t *tree) Filecmd(r *sftp.Request) error {
	switch r.Method {
	case "Setstat":
		return nil
	case "Rename", "PosixRename":
		name, err := incoming(r.Target)
		if err != nil {
			return err
		}
		return t.write(func(ctx context.Context, tx *store.Tx) error {
			f, err := t.part(ctx, tx, r.Filepath)
			if err != nil {
				return err
			}
			f.Name = name
			if !unfinished(name) {
				f.State = Waiting
			}
			if _, err := tx.ExecContext(ctx, `UPDATE integration_file SET name = ?, state = ? WHERE id = ?`, f.Name, f.State, f.ID); err != nil || f.State == Part {
				return err
			}
			return f.due(ctx, tx)
		})
	case "Remove":
		return t.write(func(ctx context.Context, tx *store.Tx) error {
			f, err := t.part(ctx, tx, r.Filepath)
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, `DELETE FROM integration_file WHERE id = ?`, f.ID)
			return err
		})
	}
	return sftp.ErrSSHFxPermissionDenied
}

// PosixRename is Filecmd's.
func (t *tree) PosixRename(r *sftp.Request) error { return t.Filecmd(r) }

// part is a file that its sender still calls unfinished.
func (t *tree) part(ctx context.Context, tx *store.Tx, at string) (orderFile, error) {
	f, _, err := t.find(ctx, tx, at)
	if err == nil && f.State != Part {
		err = sftp.ErrSSHFxPermissionDenied
	}
	return f, err
}

// Filelist lists a folder, or tells of one file.
func (t *tree) Filelist(r *sftp.Request) (sftp.ListerAt, error) {
	at := path.Clean(r.Filepath)
	switch {
	case r.Method == "Readlink":
		return nil, sftp.ErrSSHFxOpUnsupported
	case r.Method == "List" && at == "/":
		var out listed
		for _, name := range []string{"in", "held", "done", "failed"} {
			out = append(out, stat{name: name, dir: true, at: t.area.now()})
		}
		return out, t.reach(func(context.Context, *store.Tx) error { return nil })
	case r.Method != "List" && (at == "/" || folders[at] != nil):
		return listed{stat{name: path.Base(at), dir: true, at: t.area.now()}}, nil
	}
	var out listed
	err := t.reach(func(ctx context.Context, tx *store.Tx) error {
		if r.Method != "List" {
			f, outcome, err := t.find(ctx, tx, at)
			if err == nil {
				out = append(out, statOf(path.Base(at), &f, outcome))
			}
			return err
		}
		if folders[at] == nil {
			return os.ErrNotExist
		}
		list, err := t.of(ctx, tx, at)
		for i := range list {
			f := &list[i]
			name := called(at, f)
			if out = append(out, statOf(name, f, false)); at != "/in" {
				out = append(out, statOf(name+".txt", f, true))
			}
		}
		return err
	})
	return out, err
}

type listed []os.FileInfo

// ListAt is by position in the list.
func (l listed) ListAt(to []os.FileInfo, from int64) (int, error) {
	if from < 0 || from >= int64(len(l)) || from > math.MaxInt32 {
		return 0, io.EOF
	}
	n := copy(to, l[from:])
	if n < len(to) {
		return n, io.EOF
	}
	return n, nil
}

// stat is a file as a listing tells of it.
type stat struct {
	name string
	size int64
	at   time.Time
	dir  bool
}

func statOf(name string, f *orderFile, outcome bool) stat {
	s := stat{name: name, size: f.Size, at: f.At.Time}
	if outcome {
		s.size = int64(len(f.told()))
	}
	return s
}

// Name is without its folder.
func (s stat) Name() string { return s.name }

// Size is in bytes.
func (s stat) Size() int64 { return s.size }

// Mode is what a sender may do: it changes nothing that it has sent.
func (s stat) Mode() fs.FileMode {
	if s.dir {
		return fs.ModeDir | 0o755
	}
	return 0o444
}

// ModTime is when it came.
func (s stat) ModTime() time.Time { return s.at }

// IsDir is of the folders.
func (s stat) IsDir() bool { return s.dir }

// Sys has nothing.
func (s stat) Sys() any { return nil }
