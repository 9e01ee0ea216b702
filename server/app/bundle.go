package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lading/server/access"
	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// bundleFormat is raised when an older program could not read what is exported now.
const bundleFormat = "1"

func doOrgExport(ctx context.Context, a *App, args map[string]string, _ io.Reader) (result, error) {
	o, err := a.Access.FindOrg(ctx, args["org"])
	if err != nil {
		return result{}, err
	}
	db, err := a.Store.Org(ctx, o.ID)
	if err != nil {
		return result{}, err
	}
	dir, err := a.Store.Scratch("export-" + ulid.Make().String())
	if err != nil {
		return result{}, err
	}
	name := filepath.Join(dir, "bundle")
	n, missing, err := a.writeBundle(ctx, db, o, name)
	if err != nil {
		return result{}, errors.Join(err, os.RemoveAll(dir))
	}
	text := fmt.Sprintf("organisation %s exported: %d files", o.Code, n)
	if missing > 0 {
		text += fmt.Sprintf(", %d missing (lading verify names them)", missing)
	}
	return result{Text: text, File: name}, nil
}

func (a *App) writeBundle(ctx context.Context, db *store.DB, o access.Org, name string) (n, missing int, err error) {
	suspended := db.Suspended() != nil
	b, err := db.Bundle(ctx, name)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if err := b.EachFile(ctx, func(f store.Blob) error {
		body, err := a.Blobs.Get(ctx, o.ID, f.Hash)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			missing++
			return nil
		}
		n++
		return b.Put(ctx, f.Hash, f.Type, body)
	}); err != nil {
		return n, missing, err
	}
	return n, missing, b.Say(ctx, map[string]string{"format": bundleFormat, "id": o.ID, "code": o.Code, "name": o.Name, "program": Version(), "made": a.Config.Clock().UTC().Format(time.RFC3339),
		"suspended": fmt.Sprint(suspended), "files": fmt.Sprint(n), "missing": fmt.Sprint(missing), "bundle": ulid.Make().String()})
}

// importedNote is what an organisation's database keeps of the file that it came from.
const importedNote = "imported"

func doOrgImport(ctx context.Context, a *App, args map[string]string, in io.Reader) (result, error) {
	if in == nil {
		return result{}, errors.New("no file came with the command")
	}
	dir, err := a.Store.Scratch("import-" + ulid.Make().String())
	if err != nil {
		return result{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := filepath.Join(dir, "bundle")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return result{}, err
	}
	_, err = io.Copy(f, in)
	if err = errors.Join(err, f.Close()); err != nil {
		return result{}, fmt.Errorf("take the file in: %w", err)
	}
	b, err := store.OpenBundle(ctx, name)
	if errors.Is(err, store.ErrNoBundle) {
		return result{}, fmt.Errorf("%s is not an export of an organisation, or is damaged", args["file"])
	}
	if err != nil {
		return result{}, err
	}
	closed := false
	defer func() {
		if !closed {
			_ = b.Close()
		}
	}()
	about, err := b.About(ctx)
	if err != nil {
		return result{}, err
	}
	code := about["code"]
	if args["code"] != "" {
		code = args["code"]
	}
	if done, err := a.mayImport(ctx, b, about, code); err != nil || done != "" {
		return result{Text: done}, err
	}
	if err := store.Look(ctx, name, func(ctx context.Context, tx *store.Tx) error { return a.freeLogins(ctx, tx, about["id"]) }); err != nil {
		return result{}, err
	}
	n := 0
	if err := b.EachFile(ctx, func(f store.Blob) error { // before the database that names them
		body, ok, err := b.Get(ctx, f.Hash)
		if err != nil || !ok {
			return err
		}
		hash, err := a.Blobs.Put(ctx, about["id"], f.Type, body)
		if err == nil && hash != f.Hash {
			err = fmt.Errorf("file %s has another content than its name says", f.Hash)
		}
		n++
		return err
	}); err != nil {
		return result{}, err
	}
	copied := about["suspended"] != "true"
	if err := b.Strip(ctx, copied); err != nil {
		return result{}, err
	}
	closed = true
	if err := b.Close(); err != nil {
		return result{}, err
	}
	if err := a.Store.Adopt(ctx, about["id"], name); err != nil {
		return result{}, err
	}
	db, err := a.Store.Org(ctx, about["id"])
	if err != nil {
		return result{}, err
	}
	if _, err := db.Write(ctx, store.Command{Name: "import", By: store.System(), Long: true, Do: func(ctx context.Context, tx *store.Tx) error {
		if code != about["code"] {
			if err := a.Org.Rename(ctx, tx, code); err != nil {
				return err
			}
		}
		return store.SetNote(ctx, tx, importedNote, about["bundle"])
	}}); err != nil {
		return result{}, err
	}
	if err := a.indexOrg(ctx, about["id"]); err != nil {
		return result{}, err
	}
	text := fmt.Sprintf("organisation %s (%s) imported: %d files. Its users sign in with their passwords; its devices begin anew and offer what it does not have.", code, about["name"], n)
	switch {
	case !copied:
		text += fmt.Sprintf("\nIt was suspended when it was exported: lading org resume --org %s", code)
	default:
		text += "\nIt was not suspended when it was exported: mails and prints that waited there wait here for a person, so that nothing goes out twice."
	}
	return result{Text: text}, nil
}

// mayImport refuses what cannot be taken in; done says that it was before.
func (a *App) mayImport(ctx context.Context, b *store.Bundle, about map[string]string, code string) (done string, err error) {
	seen, known, err := b.Schema(ctx)
	switch {
	case err != nil:
		return "", err
	case about["id"] == "" || about["code"] == "" || about["bundle"] == "":
		return "", errors.New("the export was cut off while it was written; export it again")
	case about["format"] != bundleFormat || seen > known:
		return "", fmt.Errorf("the export was made by a newer program (%s); this is %s", about["program"], Version())
	}
	if there, err := a.Access.FindOrg(ctx, about["id"]); err == nil && there.ID == about["id"] {
		var from string
		db, err := a.Store.Org(ctx, there.ID)
		if err == nil {
			err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
				from, err = store.Note(ctx, tx, importedNote)
				return err
			})
		}
		if err == nil && from == about["bundle"] {
			return fmt.Sprintf("organisation %s was imported from this file already", there.Code), nil
		}
		if err == nil {
			err = fmt.Errorf("organisation %s (id %s) is here already; an import overwrites nothing", there.Code, there.ID)
		}
		return "", err
	} else if err != nil && fail.CodeOf(err) != "organisation-unknown" {
		return "", err
	}
	if there, err := a.Access.FindOrg(ctx, code); err == nil {
		return "", fmt.Errorf("code %s is organisation %q here; import it with another: --code", there.Code, there.Name)
	} else if fail.CodeOf(err) != "organisation-unknown" {
		return "", err
	}
	gone, err := a.Access.DeletedOrgs(ctx)
	for _, d := range gone { // it comes back
		if d.ID == about["id"] && err == nil {
			if err = a.finishDelete(ctx, d); err == nil {
				err = a.Access.Undelete(ctx, d.ID)
			}
		}
	}
	return "", err
}

// freeLogins refuses an organisation whose users could not sign in, since others here have their names.
func (a *App) freeLogins(ctx context.Context, tx *store.Tx, org string) error {
	logins, err := access.Logins(ctx, tx)
	if err != nil {
		return err
	}
	taken, err := a.Access.Taken(ctx, org, logins)
	if err == nil && len(taken) > 0 {
		err = fmt.Errorf("other organisations here have users of the same name: %s. A user name means one person; rename one of the two first", strings.Join(taken, ", "))
	}
	return err
}
