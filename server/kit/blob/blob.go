// Package blob keeps files by the SHA-256 of their content: photos, signatures, licences, attachments, papers.
//
// They stand beside the replica, never in the data folder, so losing that folder loses none. A file may come in pieces,
// over days and from a bad network; the pieces wait in the data folder, and only a whole file whose hash is right is kept.
package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"time"

	"lading/server/kit/bucket"
	"lading/server/kit/exif"
	"lading/server/kit/fail"
	"lading/server/kit/localfile"
	"lading/server/kit/turn"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// File is a file that was judged and is kept.
type File struct {
	Name, Type, Hash string
	Size             int64
}

// Options say where files live.
type Options struct {
	Replica string // as LADING_REPLICA; with off, files stand in the data folder
	Dir     string // data folder: what has not arrived whole
	Max     int64  // largest file; 32 MiB if zero
	Piece   int64  // largest piece; 1 MiB if zero
}

// Store is the files of all organisations.
type Store struct {
	opt    Options
	bucket *bucket.Bucket
	folder string // where the bucket is a folder: its path

	mu      sync.Mutex
	buckets map[string]*blob.Bucket // by organisation
	uploads turn.Turns              // at work
}

var (
	hashForm = regexp.MustCompile(`^[0-9a-f]{64}$`)
	orgForm  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
)

// Open opens the store; nothing is asked of the network yet.
func Open(opt Options) (*Store, error) {
	if opt.Max == 0 {
		opt.Max = 32 << 20
	}
	if opt.Piece == 0 {
		opt.Piece = 1 << 20
	}
	b, err := bucket.Parse(opt.Replica)
	if err != nil {
		return nil, err
	}
	if b == nil {
		if b, err = bucket.Parse(opt.Dir); err != nil {
			return nil, err
		}
	}
	s := &Store{opt: opt, bucket: b, buckets: map[string]*blob.Bucket{}}
	if b.Folder != "" {
		s.folder = filepath.Join(b.Folder, "blobs")
	}
	return s, os.MkdirAll(filepath.Join(opt.Dir, "upload"), 0o700)
}

// Close closes what is open.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, b := range s.buckets {
		errs = append(errs, b.Close())
	}
	clear(s.buckets)
	return errors.Join(errs...)
}

// Hash is the name of a content.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// key spreads files over folders; a folder of a million names is slow everywhere.
func key(hash string) string { return hash[:2] + "/" + hash }

func (s *Store) of(ctx context.Context, org, hash string) (*blob.Bucket, error) {
	if !orgForm.MatchString(org) {
		return nil, fmt.Errorf("blob: %q is no name of an organisation", org)
	}
	if !hashForm.MatchString(hash) {
		return nil, fail.Malformed("blob-hash-malformed")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.buckets[org]
	if !ok {
		var err error
		if b, err = s.bucket.Blobs(context.WithoutCancel(ctx), "blobs/"+org); err != nil {
			return nil, fmt.Errorf("open blobs of %s: %w", org, err)
		}
		s.buckets[org] = b
	}
	return b, nil
}

// Exists tells whether a whole file is kept, and its size.
func (s *Store) Exists(ctx context.Context, org, hash string) (size int64, ok bool, err error) {
	b, err := s.of(ctx, org, hash)
	if err != nil {
		return 0, false, err
	}
	attrs, err := b.Attributes(ctx, key(hash))
	if gcerrors.Code(err) == gcerrors.NotFound {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, trouble("look for blob", err)
	}
	return attrs.Size, true, nil
}

// Find tells whether the whole bytes of a file are kept, whoever noted them, and of what type they are. Bytes that are not what
// their name says count as none.
func (s *Store) Find(ctx context.Context, org, hash string) (f File, ok bool, err error) {
	if size, there, err := s.Exists(ctx, org, hash); err != nil || !there || size > s.opt.Max {
		return File{}, false, err
	}
	body, err := s.Get(ctx, org, hash)
	switch {
	case errors.Is(err, errDamaged):
		return File{}, false, nil
	case err != nil:
		return File{}, false, err
	}
	return File{Hash: hash, Size: int64(len(body)), Type: http.DetectContentType(body)}, true, nil
}

var errDamaged = errors.New("blob is damaged")

// Open reads a file. Its type stands in the organisation's blob table.
func (s *Store) Open(ctx context.Context, org, hash string) (r io.ReadSeekCloser, size int64, err error) {
	b, err := s.of(ctx, org, hash)
	if err != nil {
		return nil, 0, err
	}
	reader, err := b.NewReader(ctx, key(hash), nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, 0, fail.NotFound("blob-unknown")
	}
	if err != nil {
		return nil, 0, trouble("read blob", err)
	}
	return reader, reader.Size(), nil
}

// trouble says "full" or "later" to a person, and to us what was met: the place where files are kept may be away for a while,
// as any network is, and whoever brings a file keeps it and comes again.
func trouble(what string, err error) error {
	f := fail.New(http.StatusServiceUnavailable, "blob-unreached")
	if errors.Is(err, syscall.ENOSPC) {
		f = fail.New(http.StatusInsufficientStorage, "server-storage-full")
	}
	return errors.Join(f, fmt.Errorf("%s: %w", what, err))
}

// Get reads a whole file and checks that it is what its name says.
func (s *Store) Get(ctx context.Context, org, hash string) ([]byte, error) {
	r, _, err := s.Open(ctx, org, hash)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, trouble("read blob", err)
	}
	if Hash(body) != hash {
		return nil, fmt.Errorf("%s of %s: %w", hash, org, errDamaged)
	}
	return body, nil
}

// Put keeps a content that the server made or holds, and returns its hash.
func (s *Store) Put(ctx context.Context, org, kind string, content []byte) (hash string, err error) {
	hash = Hash(content)
	if int64(len(content)) > s.opt.Max {
		return "", fail.New(http.StatusRequestEntityTooLarge, "blob-too-large", "max", s.opt.Max)
	}
	if _, ok, err := s.Exists(ctx, org, hash); err != nil || ok {
		return hash, err
	}
	return hash, s.keep(ctx, org, hash, kind, bytes.NewReader(content))
}

// keep writes a file whose hash was verified.
func (s *Store) keep(ctx context.Context, org, hash, kind string, r io.Reader) error {
	b, err := s.of(ctx, org, hash)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a writer that is closed after that keeps nothing
	w, err := b.NewWriter(ctx, key(hash), &blob.WriterOptions{ContentType: kind, DisableContentTypeDetection: true})
	if err != nil {
		return trouble("keep blob", err)
	}
	if _, err := io.Copy(w, r); err != nil {
		cancel()
		return errors.Join(trouble("keep blob", err), w.Close())
	}
	if err := w.Close(); err != nil {
		return trouble("keep blob", err)
	}
	if s.folder == "" {
		return nil
	}
	// the device deletes its copy now: the file must outlast a power cut
	name := filepath.Join(s.folder, org, filepath.FromSlash(key(hash)))
	return errors.Join(localfile.Flush(name), localfile.FlushFolder(filepath.Dir(name)), localfile.FlushFolder(filepath.Join(s.folder, org)))
}

// Drop deletes a file that nothing names. One that is not there is deleted already.
func (s *Store) Drop(ctx context.Context, org, hash string) error {
	b, err := s.of(ctx, org, hash)
	if err != nil {
		return err
	}
	if err := b.Delete(ctx, key(hash)); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return trouble("delete blob", err)
	}
	return nil
}

func (s *Store) staged(org, hash string) string {
	return filepath.Join(s.opt.Dir, "upload", org, hash)
}

// Offset is how much of a file has arrived in pieces.
func (s *Store) Offset(org, hash string) (int64, error) {
	if !orgForm.MatchString(org) || !hashForm.MatchString(hash) {
		return 0, fail.Malformed("blob-hash-malformed")
	}
	fi, err := os.Stat(s.staged(org, hash))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return fi.Size(), nil
}

// Append takes a piece of a file: its offset, the file's whole length, its type. With the last piece the hash is
// verified and the file is kept; offset is then the length. A piece that arrived before is skipped as far as it is known.
func (s *Store) Append(ctx context.Context, org, hash, kind string, offset, length int64, piece []byte, place bool) (next int64, err error) {
	if _, err := s.of(ctx, org, hash); err != nil {
		return 0, err
	}
	if length > s.opt.Max || int64(len(piece)) > s.opt.Piece {
		return 0, fail.New(http.StatusRequestEntityTooLarge, "blob-too-large", "max", s.opt.Max)
	}
	if offset < 0 || length < 0 || offset+int64(len(piece)) > length {
		return 0, fail.Malformed("blob-length-malformed")
	}
	defer s.uploads.Take(path.Join(org, hash))()
	if _, ok, err := s.Exists(ctx, org, hash); err != nil {
		return 0, err
	} else if ok {
		return length, nil // from another device, or an answer that was lost
	}
	have, err := s.Offset(org, hash)
	if err != nil {
		return 0, err
	}
	if offset > have {
		return have, fail.Conflict("blob-offset", "offset", have)
	}
	if known := have - offset; known < int64(len(piece)) || length == 0 {
		if err := s.add(org, hash, piece[known:]); errors.Is(err, syscall.ENOSPC) {
			return have, trouble("stage piece", err)
		} else if err != nil {
			return have, err
		}
		have = offset + int64(len(piece))
	}
	if have < length {
		return have, nil
	}
	return length, s.finish(ctx, org, hash, kind, length, place)
}

func (s *Store) add(org, hash string, piece []byte) error {
	name := s.staged(org, hash)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(piece)
	return errors.Join(err, f.Close()) // a torn piece after a crash is found by the hash
}

// finish keeps a file that has arrived, if it is what it claims to be; otherwise all of it must come again.
func (s *Store) finish(ctx context.Context, org, hash, kind string, length int64, place bool) error {
	name := s.staged(org, hash)
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return err
	}
	if n != length || hex.EncodeToString(sum.Sum(nil)) != hash {
		return errors.Join(fail.Invalid(fail.Of("hash", "blob-hash-differs")), os.Remove(name))
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if tells, err := tellsPlace(f); err != nil {
		return err
	} else if tells && !place { // its hash is what others signed, so it cannot be changed here; the app's own photos never say it
		return errors.Join(fail.New(http.StatusUnprocessableEntity, "photo-tells-place"), os.Remove(name))
	}
	if err := s.keep(ctx, org, hash, kind, f); err != nil {
		return err // what was staged stays; the last piece comes again
	}
	return os.Remove(name)
}

// tellsPlace looks at a photo, and leaves the file at its beginning.
func tellsPlace(f io.ReadSeeker) (bool, error) {
	start := make([]byte, exif.Head)
	if _, err := io.ReadFull(f, start); err != nil || !exif.IsPhoto(start) {
		_, err := f.Seek(0, io.SeekStart)
		return false, err
	}
	rest, err := io.ReadAll(f)
	if err != nil {
		return false, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return exif.TellsPlace(append(start, rest...)), err
}

// Sweep drops uploads that nobody continued for so long.
func (s *Store) Sweep(older time.Duration) error {
	return filepath.WalkDir(filepath.Join(s.opt.Dir, "upload"), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if fi, err := e.Info(); err == nil && time.Since(fi.ModTime()) > older {
			return os.Remove(name)
		}
		return nil
	})
}

// DropAll deletes all files of an organisation, and the pieces of those that have not arrived. Cut off half-way, it goes on when it is asked again.
func (s *Store) DropAll(ctx context.Context, org string) error {
	if !orgForm.MatchString(org) {
		return fmt.Errorf("blob: %q is no name of an organisation", org)
	}
	s.mu.Lock()
	b, ok := s.buckets[org]
	delete(s.buckets, org)
	s.mu.Unlock()
	if ok {
		if err := b.Close(); err != nil {
			return err
		}
	}
	return errors.Join(s.bucket.Remove(ctx, "blobs/"+org), os.RemoveAll(filepath.Join(s.opt.Dir, "upload", org)))
}
