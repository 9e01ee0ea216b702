package http

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lading/server/kit/blob"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/gofiber/fiber/v3"
)

type uploader struct {
	t       *testing.T
	app     *fiber.App
	arrived []event.BlobArrived
	store   *store.Store
	limits  *op.Limiter
}

func newUploader(t *testing.T) *uploader {
	t.Helper()
	u := &uploader{t: t, limits: op.NewLimiter()}
	bus := store.NewBus()
	store.On(bus, func(ctx context.Context, tx *store.Tx, e event.BlobArrived) error {
		u.arrived = append(u.arrived, e)
		_, err := tx.ExecContext(ctx, `INSERT INTO blob_name (hash, entity, key) VALUES (?, 'event', 'E')`, e.Hash) // a row that everyone sees
		return err
	})
	s, err := store.Open(context.Background(), store.Options{Dir: t.TempDir(), Bus: bus})
	if err != nil {
		t.Fatal(err)
	}
	u.store = s
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	blobs, err := blob.Open(blob.Options{Replica: t.TempDir(), Dir: t.TempDir(), Max: 25 << 20, Piece: maxPiece})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	authenticate := func(_ context.Context, bearer string) (store.Actor, string, error) {
		if bearer == "look" { // at the product as who sends, by an administrator
			return store.Actor{User: "U1", Name: "Dan Dock", Impersonator: "Ana Admin"}, "1", nil
		}
		if bearer == "1 on another device" {
			return store.Actor{User: "U1", Device: "D2"}, "1", nil
		}
		if bearer == "a device alone" {
			return store.Actor{Device: "D2"}, "1", nil
		}
		if bearer != "1" && bearer != "2" {
			return store.Actor{}, "", fail.Unauthorized("no-session")
		}
		return store.Actor{User: "U" + bearer}, bearer, nil
	}
	u.app = New(Options{Registry: op.NewRegistry(nil), Authenticate: authenticate, Mount: MountBlobs(BlobOptions{Authenticate: authenticate, Orgs: s.Org, Blobs: blobs, Limits: u.limits,
		Namings: []store.Naming{{Entity: "event", Right: right.SignedIn, Places: `SELECT 'ATL' WHERE ?1 <> '' AND ?2 <> ''`}}})})
	return u
}

func (u *uploader) do(method, org, sha string, offset, length int, piece []byte) (int, string, []byte) {
	u.t.Helper()
	r := httptest.NewRequest(method, "/api/blob/"+sha, bytes.NewReader(piece))
	if org != "" {
		r.Header.Set("Authorization", "Bearer "+org)
	}
	if method == "PATCH" {
		r.Header.Set("Upload-Offset", fmt.Sprint(offset))
		r.Header.Set("Upload-Length", fmt.Sprint(length))
		r.Header.Set("Content-Type", "image/png")
	}
	resp, err := u.app.Test(r, fiber.TestConfig{})
	if err != nil {
		u.t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		u.t.Fatal(err)
	}
	return resp.StatusCode, resp.Header.Get("Upload-Offset"), body
}

func hashOf(b []byte) string { h := sha256.Sum256(b); return hex.EncodeToString(h[:]) }

func TestBlob_GoesUpInPiecesAndResumes(t *testing.T) {
	u := newUploader(t)
	file := bytes.Repeat([]byte("photo "), 100_000)
	sha := hashOf(file)
	if status, at, _ := u.do("HEAD", "1", sha, 0, 0, nil); status != 404 || at != "0" {
		t.Fatalf("before: %d at %s", status, at)
	}
	if status, at, _ := u.do("PATCH", "1", sha, 0, len(file), file[:maxPiece]); status != 204 || at != fmt.Sprint(maxPiece) {
		t.Fatalf("first piece: %d at %s", status, at)
	}
	if status, at, body := u.do("PATCH", "1", sha, 0, len(file), file[:maxPiece]); status != 204 || at != fmt.Sprint(maxPiece) {
		t.Fatalf("first piece again: %d at %s %s", status, at, body)
	}
	if status, at, _ := u.do("HEAD", "1", sha, 0, 0, nil); status != 404 || at != fmt.Sprint(maxPiece) {
		t.Fatalf("between: %d at %s", status, at)
	}
	for offset := maxPiece; offset < len(file); offset += maxPiece {
		end := min(offset+maxPiece, len(file))
		if status, at, body := u.do("PATCH", "1", sha, offset, len(file), file[offset:end]); status != 204 || at != fmt.Sprint(end) {
			t.Fatalf("piece at %d: %d at %s %s", offset, status, at, body)
		}
	}
	if status, at, _ := u.do("HEAD", "1", sha, 0, 0, nil); status != 200 || at != fmt.Sprint(len(file)) {
		t.Fatalf("after: %d at %s", status, at)
	}
	if status, at, _ := u.do("PATCH", "1", sha, 0, len(file), file[:maxPiece]); status != 204 || at != fmt.Sprint(len(file)) {
		t.Fatalf("once more: %d at %s", status, at)
	}
	if status, _, body := u.do("GET", "1", sha, 0, 0, nil); status != 200 || !bytes.Equal(body, file) {
		t.Fatalf("get: %d, %d bytes", status, len(body))
	}
	if len(u.arrived) != 1 || u.arrived[0].Hash != sha || u.arrived[0].Type != "image/png" {
		t.Fatalf("arrived: %+v", u.arrived)
	}
}

func TestBlob_IsItsOrganisationsAlone(t *testing.T) {
	u := newUploader(t)
	file := []byte("licence")
	sha := hashOf(file)
	u.do("PATCH", "1", sha, 0, len(file), file)
	if status, _, _ := u.do("GET", "2", sha, 0, 0, nil); status != 404 {
		t.Errorf("get by another: %d", status)
	}
	if status, at, _ := u.do("HEAD", "2", sha, 0, 0, nil); status != 404 || at != "0" {
		t.Errorf("head by another: %d at %s", status, at)
	}
	for _, method := range []string{"HEAD", "GET", "PATCH"} {
		if status, _, _ := u.do(method, "", sha, 0, len(file), file); status != 401 {
			t.Errorf("%s by nobody: %d", method, status)
		}
	}
}

// Nothing that an administrator does while looking as another user may count as that user's.
func TestBlob_WhoLooksAsAnotherUserSendsNothing(t *testing.T) {
	u := newUploader(t)
	file := []byte("photo")
	sha := hashOf(file)
	for _, method := range []string{"HEAD", "PATCH"} {
		if status, _, body := u.do(method, "look", sha, 0, len(file), file); status != 403 || method == "PATCH" && !bytes.Contains(body, []byte("impersonation-reads-only")) {
			t.Errorf("%s: %d %s", method, status, body)
		}
	}
	if len(u.arrived) != 0 {
		t.Fatalf("arrived: %+v", u.arrived)
	}
	if status, _, _ := u.do("PATCH", "1", sha, 0, len(file), file); status != 204 {
		t.Fatal("the user may not send it either")
	}
	org, err := u.store.Org(context.Background(), "1")
	if err != nil {
		t.Fatal(err)
	}
	for _, lose := range []string{"", `DELETE FROM blob`} { // also where the note of it was lost, which is then not written anew
		if _, err := org.Write(context.Background(), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, lose)
			return err
		}}); err != nil {
			t.Fatal(err)
		}
		before := org.Version()
		if status, _, body := u.do("GET", "look", sha, 0, 0, nil); status != 200 || !bytes.Equal(body, file) {
			t.Errorf("get: %d %s", status, body)
		}
		if org.Version() != before {
			t.Error("a look has written")
		}
	}
}

func TestBlob_WrongContentStartsAnew(t *testing.T) {
	u := newUploader(t)
	sha := hashOf([]byte("right"))
	if status, at, body := u.do("PATCH", "1", sha, 0, 5, []byte("wrong")); status != 422 || at != "0" || !bytes.Contains(body, []byte(`"blob-hash-mismatch"`)) {
		t.Fatalf("wrong: %d at %s %s", status, at, body)
	}
	if status, _, _ := u.do("PATCH", "1", sha, 0, 5, []byte("right")); status != 204 {
		t.Fatalf("right: %d", status)
	}
}

func TestBlob_HasLimits(t *testing.T) {
	u := newUploader(t)
	sha := hashOf([]byte("x"))
	for _, c := range []struct {
		name   string
		sha    string
		offset int
		length int
		piece  []byte
		want   int
	}{
		{"more than 25 MB", sha, 0, 25<<20 + 1, []byte("x"), http.StatusRequestEntityTooLarge},
		{"a piece that is too large", sha, 0, 25 << 20, make([]byte, maxPiece+1), http.StatusRequestEntityTooLarge},
		{"more than was said", sha, 0, 1, []byte("xy"), http.StatusBadRequest},
		{"a gap", sha, 5, 10, []byte("x"), http.StatusConflict},
		{"no length", sha, 0, 0, []byte("x"), http.StatusBadRequest},
		{"no hash", "..%2F..%2Fetc", 0, 1, []byte("x"), http.StatusBadRequest},
		{"an empty piece", sha, 0, 1, nil, http.StatusBadRequest},
	} {
		if status, _, body := u.do("PATCH", "1", c.sha, c.offset, c.length, c.piece); status != c.want {
			t.Errorf("%s: %d %s", c.name, status, body)
		}
	}
}

// A day has a quota of each person, on however many devices, and one of the organisation; what is refused leaves nothing behind and counts for nothing.
func TestBlob_ADayHasAQuotaOfThePersonAndOfTheOrganisation(t *testing.T) {
	u := newUploader(t)
	u.limits.Daily = op.Quota{User: 100, Org: 150}
	send := func(bearer string, content string, want int) {
		t.Helper()
		if status, _, body := u.do("PATCH", bearer, hashOf([]byte(content)), 0, len(content), []byte(content)); status != want {
			t.Errorf("%d bytes of %s: %d %s", len(content), bearer, status, body)
		}
	}
	letters := func(letter string, n int) string { return strings.Repeat(letter, n) }
	send("1", letters("a", 60), http.StatusNoContent)
	send("1 on another device", letters("b", 41), http.StatusInsufficientStorage)
	send("1 on another device", letters("c", 40), http.StatusNoContent)
	send("a device alone", letters("d", 51), http.StatusInsufficientStorage)
	send("a device alone", letters("e", 50), http.StatusNoContent)
	send("2", letters("f", 100), http.StatusNoContent)
	if len(u.arrived) != 4 {
		t.Errorf("%d files arrived", len(u.arrived))
	}
}
