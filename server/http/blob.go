package http

import (
	"context"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lading/server/kit/blob"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/gofiber/fiber/v3"
)

const maxPiece = 256 << 10

// Blobs keeps files by the SHA-256 of their content, and the pieces of those that are not there in full.
type Blobs interface {
	Offset(org, hash string) (int64, error)
	Find(ctx context.Context, org, hash string) (f blob.File, ok bool, err error)
	Append(ctx context.Context, org, hash, kind string, offset, length int64, piece []byte, place bool) (next int64, err error)
	Open(ctx context.Context, org, hash string) (r io.ReadSeekCloser, size int64, err error)
}

// BlobOptions are what uploads need of the rest.
type BlobOptions struct {
	Authenticate func(ctx context.Context, bearer string) (store.Actor, string, error)
	Orgs         func(ctx context.Context, id string) (*store.DB, error)
	Blobs        Blobs
	Limits       *op.Limiter // nil lets everybody through
	Namings      []store.Naming
	TakesPlace   func(ctx context.Context, tx *store.Tx) (bool, error) // whether the person's photos may say where they were taken; nil: never
}

// pieces is how fast one person's or one device's files may travel: 100 pieces a second, a day's photographs at once.
var pieces = op.Limit{Name: "blob", Every: 10 * time.Millisecond, Burst: 2000}

// MountBlobs adds the routes of resumable uploads, for Options.Mount. A file goes up in pieces, each at the offset that the
// server names, and counts as there once its hash is right. Files are an organisation's own: another's are as unknown as none.
func MountBlobs(opt BlobOptions) func(app *fiber.App) {
	u := uploads{opt}
	return func(app *fiber.App) {
		app.Head("/api/blob/:sha", u.serve(sends(u.head)))
		app.Get("/api/blob/:sha", u.serve(u.get))
		app.Patch("/api/blob/:sha", u.serve(sends(u.patch)))
	}
}

type uploads struct{ BlobOptions }

// upload is one request about one file.
type upload struct {
	c        fiber.Ctx
	ctx      context.Context
	db       *store.DB
	by       store.Actor
	org, sha string
}

var isHash = regexp.MustCompile(`^[0-9a-f]{64}$`)

func (u uploads) serve(f func(upload) error) fiber.Handler {
	return func(c fiber.Ctx) error {
		c.Set(fiber.HeaderCacheControl, "no-store")
		bearer, ok := strings.CutPrefix(c.Get(fiber.HeaderAuthorization), "Bearer ")
		if !ok {
			return fail.Unauthorized("no-session")
		}
		ctx, cancel := context.WithTimeout(c.Context(), 30*time.Second)
		defer cancel()
		by, org, err := u.Authenticate(ctx, bearer)
		if err != nil {
			return err
		}
		if write := c.Method() != fiber.MethodGet; !op.InScope(by, "document", write) {
			return fail.Forbidden("program-scope", "scope", op.ScopeOf("document", write))
		}
		if err := u.Limits.Take(pieces, org+"/"+by.Device+"/"+by.User); err != nil {
			return err
		}
		sha := c.Params("sha")
		if !isHash.MatchString(sha) {
			return fail.Malformed("blob-hash-malformed")
		}
		db, err := u.Orgs(ctx, org)
		if err != nil {
			return err
		}
		return f(upload{c, ctx, db, by, org, sha})
	}
}

// sends refuses an administrator who looks as another user: what comes would count as that user's.
func sends(f func(upload) error) func(upload) error {
	return func(r upload) error {
		if r.by.Impersonator != "" {
			return fail.Forbidden("impersonation-reads-only", "name", r.by.Name)
		}
		return f(r)
	}
}

func (r upload) find() (blob store.Blob, ok bool, err error) {
	err = r.db.Read(r.ctx, r.by, func(ctx context.Context, tx *store.Tx) (err error) {
		blob, ok, err = store.FindBlob(ctx, tx, r.sha)
		return err
	})
	return blob, ok, err
}

// known finds a file that was noted. Bytes that are kept though nobody noted them are taken in again: the note was lost with the
// server's disk, and the device has deleted its copy.
func (u uploads) known(r upload) (b store.Blob, ok bool, err error) {
	if b, ok, err = r.find(); err != nil || ok {
		return b, ok, err
	}
	f, ok, err := u.Blobs.Find(r.ctx, r.org, r.sha)
	if err != nil || !ok {
		return b, false, err
	}
	if r.by.Impersonator != "" { // who looks as another user is shown it and notes nothing
		return store.Blob{Hash: r.sha, Size: f.Size, Type: blobType(f.Type)}, true, nil
	}
	if _, err := r.note(f.Size, blobType(f.Type), store.KeepFoundBlob); err != nil {
		return b, false, err
	}
	return r.find()
}

// note keeps that a file is there in full.
func (r upload) note(size int64, kind string, keep func(ctx context.Context, tx *store.Tx, hash string, size int64, kind string) error) (store.Result, error) {
	call := &op.Call{Op: &op.Op{Path: "blob"}, By: r.by, Args: []byte(r.sha), RequestID: r.c.GetRespHeader(fiber.HeaderXRequestID)}
	return op.Write(r.ctx, r.db, call, func(ctx context.Context, tx *store.Tx) error {
		if _, ok, err := store.FindBlob(ctx, tx, r.sha); err != nil || ok {
			return err
		}
		if err := keep(ctx, tx, r.sha, size, kind); err != nil {
			return err
		}
		return tx.Emit(ctx, event.BlobArrived{Hash: r.sha, Type: kind, Size: size})
	})
}

// safe waits until the replica knows of the file, for the device deletes its copy at this answer.
func (r upload) safe() error { return op.Shared(r.ctx, r.db, r.db.Version()) }

// head tells whether a file is there in full, or how much of it.
func (u uploads) head(r upload) error {
	blob, ok, err := u.known(r)
	if err == nil && ok {
		err = r.safe()
	}
	if err != nil {
		return err
	}
	if ok {
		r.offset(blob.Size)
		return r.c.SendStatus(http.StatusOK)
	}
	size, err := u.Blobs.Offset(r.org, r.sha)
	if err != nil {
		return err
	}
	r.offset(size)
	return r.c.SendStatus(http.StatusNotFound)
}

func (r upload) offset(n int64) { r.c.Set("Upload-Offset", strconv.FormatInt(n, 10)) }

// get serves a file to who sees a row that names it, and until then to who sent it. Its content came from outside, so the browser may show it and run nothing of it.
func (u uploads) get(r upload) error {
	if r.by.User == "" { // a device by itself brings what is left of a shift; it has nobody to show anything to
		return fail.Unauthorized("no-session")
	}
	seen := false
	if err := r.db.Read(r.ctx, r.by, func(ctx context.Context, tx *store.Tx) (err error) {
		seen, err = store.SeesBlob(ctx, tx, u.Namings, r.sha)
		return err
	}); err != nil {
		return err
	}
	if !seen { // as unknown as one that is not there
		return fail.NotFound("no-such-file")
	}
	blob, ok, err := u.known(r)
	if err != nil {
		return err
	}
	if !ok {
		return fail.NotFound("no-such-file")
	}
	body, size, err := u.Blobs.Open(r.c.Context(), r.org, r.sha)
	if err != nil {
		return err
	}
	r.c.Set(fiber.HeaderContentType, blob.Type)
	r.c.Set(fiber.HeaderContentDisposition, "attachment")
	r.c.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	r.c.Set(fiber.HeaderCacheControl, "private, max-age=31536000, immutable") // the address names the content
	return r.c.SendStream(body, int(size))
}

func (u uploads) takesPlace(r upload) (ok bool, err error) {
	if u.TakesPlace == nil {
		return false, nil
	}
	err = r.db.Read(r.ctx, r.by, func(ctx context.Context, tx *store.Tx) (err error) {
		ok, err = u.TakesPlace(ctx, tx)
		return err
	})
	return ok, err
}

// patch takes a piece in.
func (u uploads) patch(r upload) error {
	offset, err1 := strconv.ParseInt(r.c.Get("Upload-Offset"), 10, 64)
	length, err2 := strconv.ParseInt(r.c.Get("Upload-Length"), 10, 64)
	switch {
	case err1 != nil || offset < 0:
		return fail.Malformed("header-malformed", "header", "Upload-Offset")
	case err2 != nil || length <= 0:
		return fail.Malformed("header-malformed", "header", "Upload-Length")
	}
	piece, err := readAll(r.c, maxPiece)
	if err == nil && len(piece) == 0 {
		err = fail.Malformed("body-malformed")
	}
	if err != nil {
		return err
	}
	if blob, ok, err := r.find(); err != nil || ok { // a piece that was sent twice
		if err == nil {
			err = r.safe()
		}
		if err != nil {
			return err
		}
		r.offset(blob.Size)
		return r.c.SendStatus(http.StatusNoContent)
	}
	if err := u.Limits.Spend(r.org, op.Sender(r.by, r.c.IP()), int64(len(piece))); err != nil {
		return err
	}
	kind := blobType(r.c.Get(fiber.HeaderContentType))
	place := false
	if offset+int64(len(piece)) >= length { // it is looked at when it is whole
		if place, err = u.takesPlace(r); err != nil {
			return err
		}
	}
	next, err := u.Blobs.Append(r.ctx, r.org, r.sha, kind, offset, length, piece, place)
	f, refused := fail.As(err)
	switch {
	case refused && f.Code == "invalid-fields": // the whole is there and is something else; it comes anew
		r.offset(0)
		return fail.New(http.StatusUnprocessableEntity, "blob-hash-mismatch")
	case refused && f.Code == "blob-offset":
		r.offset(next)
		return err
	case err != nil:
		return err
	}
	if next == length { // noted only now: what is noted can be opened
		if _, err := r.note(length, kind, store.KeepBlob); err != nil {
			return err
		}
		if err := r.safe(); err != nil {
			return err
		}
	}
	r.offset(next)
	return r.c.SendStatus(http.StatusNoContent)
}

// blobType keeps the types that the app itself sends; whatever else a file says it is, it is bytes.
func blobType(header string) string {
	kind, _, err := mime.ParseMediaType(header)
	if err == nil {
		switch kind {
		case "image/png", "image/jpeg", "image/webp", "application/pdf", "application/json", "text/plain", "text/csv":
			return kind
		}
	}
	return "application/octet-stream"
}
