package quote

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// DocumentsReq asks for the organisation's papers. A carrier shows its link, which names the organisation.
type DocumentsReq struct {
	AccessID string `json:"AccessID" validate:"max=120"`
}

// DownloadReq asks for one of them: filePath is its id, fileName is what it is called: it need not be told, and another file's name opens nothing.
type DownloadReq struct {
	AccessID string `json:"AccessID" validate:"max=120"`
	FileName string `json:"fileName" validate:"max=200"`
	FilePath string `json:"filePath" validate:"required,max=40"`
}

// either does something for the holder of a link, or for the office; of is the holder's quote.
func (a *Area) either(ctx context.Context, c *op.Call, accessID string, do func(ctx context.Context, tx *store.Tx, of string) error) error {
	if accessID != "" {
		return a.linked(ctx, c, Held{AccessID: accessID}, false, func(ctx context.Context, tx *store.Tx, _ link.Link, _ Request, q Quote) error {
			return do(ctx, tx, q.ID)
		})
	}
	if c.By.User == "" {
		return fail.NotFound("mail-link-unknown")
	}
	db, err := a.PublicLinks.Orgs(ctx, c.Org)
	if err != nil {
		return err
	}
	return db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		if err := op.Need(tx, right.RequestQuotes); err != nil {
			return err
		}
		return do(ctx, tx, "")
	})
}

func documents(ctx context.Context, tx *store.Tx) ([]File, error) {
	type row struct {
		ID   string `db:"id"`
		Name string `db:"name"`
		Type string `db:"type"`
		Blob string `db:"blob"`
		Size int64  `db:"size"`
	}
	rows, err := store.Select[row](ctx, tx, `SELECT id, name, type, blob, size FROM quote_document WHERE gone_at IS NULL ORDER BY name, id`)
	out := make([]File, len(rows))
	for i, r := range rows {
		out[i] = File(r)
	}
	return out, err
}

// Documents lists the organisation's papers that every carrier who is asked may read.
func (a *Area) Documents(ctx context.Context, c *op.Call, req DocumentsReq) ([]Shown, error) {
	out := []Shown{}
	err := a.either(ctx, c, req.AccessID, func(ctx context.Context, tx *store.Tx, _ string) error {
		list, err := documents(ctx, tx)
		for _, f := range list {
			out = append(out, Shown{f.ID, f.Name, f.Type, f.Size})
		}
		return err
	})
	return out, err
}

const mostDocuments = 20

// UploadDocument adds papers for carriers.
func (a *Area) UploadDocument(ctx context.Context, c *op.Call, _ op.None) ([]Shown, error) {
	if len(c.Files) == 0 {
		return nil, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	out := []Shown{}
	var files []File
	for _, f := range c.Files {
		kept, err := a.Files.Keep(ctx, c.Org, f)
		if err != nil {
			return nil, err
		}
		files = append(files, File{ID: ulid.Make().String(), Name: kept.Name, Type: kept.Type, Blob: kept.Hash, Size: kept.Size})
		out = append(out, Shown{files[len(files)-1].ID, kept.Name, kept.Type, kept.Size})
	}
	db, err := a.PublicLinks.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	_, err = op.Finish(ctx, db, c, &out, func(ctx context.Context, tx *store.Tx) error {
		known, err := documents(ctx, tx)
		if err != nil {
			return err
		}
		if len(known)+len(files) > mostDocuments {
			return fail.Conflict("quote-too-many-files", "max", mostDocuments)
		}
		for _, f := range files {
			if err := store.KeepBlob(ctx, tx, f.Blob, f.Size, f.Type); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `INSERT INTO quote_document (id, name, type, blob, size, at, by_user) VALUES (?, ?, ?, ?, ?, ?, ?)`, f.ID, f.Name, f.Type, f.Blob, f.Size, store.At(tx.Now), tx.By.User); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// DocumentReq names a paper.
type DocumentReq struct {
	DocumentID string `json:"DocumentId" validate:"required,max=40"`
}

// RemoveDocument takes a paper away from carriers.
func (a *Area) RemoveDocument(ctx context.Context, tx *store.Tx, req DocumentReq) (op.None, error) {
	res, err := tx.ExecContext(ctx, `UPDATE quote_document SET gone_at = ? WHERE id = ? AND gone_at IS NULL`, store.At(tx.Now), req.DocumentID)
	if err != nil {
		return op.None{}, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		if err == nil {
			err = fail.NotFound("no-such-file")
		}
		return op.None{}, err
	}
	return op.None{}, nil
}
