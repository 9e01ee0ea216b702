package claim

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/pdfform"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// DayFormat is how a form writes days in fields that take any text.
type DayFormat string

// Values lists the formats.
func (DayFormat) Values() []string {
	return []string{"", "mm/dd/yyyy", "mm/dd/yy", "dd/mm/yyyy", "yyyy-mm-dd"}
}

// Pick says which option of a form stands for a value of a claim.
type Pick struct {
	Value  string `json:"Value" validate:"required,max=40"`
	Option string `json:"Option" validate:"required,max=200"`
}

// Mapped is what one field of a form says: a value of the claim, or a text that may have {names} of values.
type Mapped struct {
	Field  string    `json:"Field" validate:"required,max=300"`
	From   string    `json:"From" validate:"max=40"`
	Text   string    `json:"Text" validate:"max=400"`
	Is     string    `json:"Is" validate:"max=40"` // a check box is checked where the value is this one; empty for any value
	Format DayFormat `json:"Format" validate:"omitempty,oneof=mm/dd/yyyy mm/dd/yy dd/mm/yyyy yyyy-mm-dd"`
	Picks  []Pick    `json:"Picks" validate:"max=20,dive"` // of a choice
}

// FormReq is a claim form of a carrier, or one that is used for claims against any carrier.
type FormReq struct {
	ID      string   `json:"FormId" db:"id" validate:"max=40"`
	Name    string   `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	File    string   `json:"FileId" db:"file" validate:"required,max=40"`
	Carrier string   `json:"Carrier" db:"carrier" validate:"max=4" field:"upper,scac"`                  // empty for any
	Kind    Kind     `json:"Kind" db:"kind" validate:"omitempty,oneof=loss damage shortage overcharge"` // empty for every kind
	Maps    []Mapped `json:"Maps" db:"maps" validate:"max=500,dive"`
	resource.Based
}

// Form is a claim form as it is kept.
type Form struct {
	FormReq
	resource.Stamp
}

// fits reports whether the form is for a claim.
func (f Form) fits(c Case) bool {
	return (f.Carrier == "" || f.Carrier == c.Carrier) && (f.Kind == "" || f.Kind == c.Kind)
}

// Check refuses names that stand for nothing, and a field that is named twice.
func (r *FormReq) Check() (bad []fail.Field) {
	seen := map[string]bool{}
	for _, m := range r.Maps {
		if seen[m.Field] {
			return append(bad, fail.Of("Maps", "claim-form-field-twice", "field", m.Field))
		}
		seen[m.Field] = true
		if m.From != "" && !offered(m.From) {
			return append(bad, fail.Of("Maps", "claim-form-value-unknown", "field", m.Field, "name", m.From))
		}
		if m.From == "" && m.Text == "" {
			return append(bad, fail.Of("Maps", "claim-form-field-empty", "field", m.Field))
		}
		for _, name := range placeholder.FindAllStringSubmatch(m.Text, -1) {
			if !offered(name[1]) {
				return append(bad, fail.Of("Maps", "claim-form-value-unknown", "field", m.Field, "name", name[1]))
			}
		}
	}
	return bad
}

func forms(a *Area) *resource.Table[FormReq, Form] {
	return resource.Of(resource.Spec[FormReq, Form]{
		Table: "claim_form", Noun: "claim-form", Order: "name", Read: right.SeeClaims, Write: right.ManageClaims,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "Name"}},
		Before: func(ctx context.Context, tx *store.Tx, was, now *Form) error {
			for i := range now.Maps {
				if now.Maps[i].Picks == nil {
					now.Maps[i].Picks = []Pick{}
				}
			}
			f, err := formFile(ctx, tx, now.File)
			if fail.CodeOf(err) == "claim-form-file-unknown" {
				return fail.Invalid(fail.Of("FileId", "claim-form-file-unknown"))
			}
			if err != nil {
				return err
			}
			if err := f.takes(now.Maps); err != nil {
				return err
			}
			if now.Carrier == "" || was != nil && was.Carrier == now.Carrier {
				return nil
			}
			if _, ok, err := a.Carriers.CarrierName(ctx, tx, now.Carrier); err != nil || ok {
				return err
			}
			return fail.Invalid(fail.Of("Carrier", "carrier-unknown", "carrier", now.Carrier))
		},
		Paths: resource.Paths{List: "Claim/Forms", Save: "Claim/SaveForm", End: "Claim/DeleteForm", Restore: "Claim/RestoreForm"},
	})
}

// FormFile is a PDF whose fields are known.
type FormFile struct {
	ID     string          `json:"FileId" db:"id"`
	Name   string          `json:"Name" db:"name"`
	Blob   string          `json:"-" db:"blob"`
	Size   int64           `json:"Size" db:"size"`
	Pages  int64           `json:"Pages" db:"pages"`
	Fields []pdfform.Field `json:"Fields" db:"fields"`
	At     store.Time      `json:"At" db:"at"`
	By     string          `json:"-" db:"by_user"`
}

func formFile(ctx context.Context, tx *store.Tx, id string) (FormFile, error) {
	f, ok, err := store.Get[FormFile](ctx, tx, `SELECT * FROM claim_form_file WHERE id = ?`, id)
	if err == nil && !ok {
		err = fail.NotFound("claim-form-file-unknown")
	}
	return f, err
}

// takes refuses a mapping of a field that the file does not have, or of an option that a field does not offer.
func (f FormFile) takes(maps []Mapped) error {
	for _, m := range maps {
		i := slices.IndexFunc(f.Fields, func(x pdfform.Field) bool { return x.Name == m.Field })
		if i < 0 {
			return fail.Invalid(fail.Of("Maps", "claim-form-field-unknown", "field", m.Field))
		}
		options := f.Fields[i].Options
		for _, p := range m.Picks {
			if !slices.ContainsFunc(options, func(o pdfform.Option) bool { return o.Value == p.Option }) {
				return fail.Invalid(fail.Of("Maps", "claim-form-option-unknown", "field", m.Field, "option", p.Option))
			}
		}
	}
	return nil
}

// FormFileReq names a form's PDF.
type FormFileReq struct {
	FileID string `json:"FileId" validate:"required,max=40"`
}

// FormFields gives the fields of a form's PDF, in the order in which they are read, with what each seems to ask for.
func (a *Area) FormFields(ctx context.Context, tx *store.Tx, req FormFileReq) (FormFieldsResp, error) {
	f, err := formFile(ctx, tx, req.FileID)
	return FormFieldsResp{FormFile: f, Likely: likely(f.Fields)}, err
}

// FormFieldsResp is a form's PDF with a proposal for its fields.
type FormFieldsResp struct {
	FormFile
	Likely []Mapped `json:"Likely"`
}

const (
	mostForms   = 300                 // files of an organisation
	formOrphans = 45 * 24 * time.Hour // longer than a deleted form can be restored
)

// UploadForm keeps a PDF whose fields can be mapped. The same file again is the same one.
func (a *Area) UploadForm(ctx context.Context, c *op.Call, _ op.None) (FormFieldsResp, error) {
	var resp FormFieldsResp
	if len(c.Files) != 1 {
		return resp, fail.Invalid(fail.Of("FileData", "field-required"))
	}
	in, err := c.Files[0].Open()
	if err != nil {
		return resp, fmt.Errorf("open upload: %w", err)
	}
	defer func() { _ = in.Close() }()
	body, err := io.ReadAll(io.LimitReader(in, pdfform.MaxSize+1))
	if err != nil {
		return resp, fmt.Errorf("read upload: %w", err)
	}
	form, err := pdfform.Read(c.Org, body)
	if err != nil {
		return resp, err
	}
	hash, err := a.Blobs.Put(ctx, c.Org, pdfType, body)
	if err != nil {
		return resp, fmt.Errorf("keep claim form: %w", err)
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return resp, err
	}
	_, err = op.Finish(ctx, db, c, &resp, func(ctx context.Context, tx *store.Tx) (err error) {
		resp.FormFile, err = a.keepForm(ctx, tx, FormFile{Name: fileName(c.Files[0].Name), Blob: hash, Size: int64(len(body)), Pages: int64(form.Pages), Fields: form.Fields})
		resp.Name, resp.Likely = fileName(c.Files[0].Name), likely(resp.Fields) // the same file may have had another name
		return err
	})
	return resp, err
}

const pdfType = "application/pdf"

func fileName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if r := []rune(name); len(r) > 120 {
		name = string(r[:120])
	}
	return name
}

// keepForm keeps a form's PDF. Those that nobody has mapped for long go: none of a form that stands, or that was deleted and can be restored.
func (a *Area) keepForm(ctx context.Context, tx *store.Tx, f FormFile) (FormFile, error) {
	if was, ok, err := store.Get[FormFile](ctx, tx, `SELECT * FROM claim_form_file WHERE blob = ?`, f.Blob); err != nil || ok {
		if ok {
			was.At = store.At(tx.Now) // somebody is about to map it
			_, err = tx.ExecContext(ctx, `UPDATE claim_form_file SET at = ? WHERE id = ?`, was.At, was.ID)
		}
		return was, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM claim_form_file WHERE at < ? AND NOT EXISTS (SELECT 1 FROM claim_form c WHERE c.file = claim_form_file.id) AND NOT `+forms(a).Restorable("file", "claim_form_file.id"),
		store.At(tx.Now.Add(-formOrphans))); err != nil {
		return f, err
	}
	n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM claim_form_file`)
	if err != nil {
		return f, err
	}
	if n >= mostForms {
		return f, fail.Conflict("too-many-files", "max", mostForms)
	}
	f.ID, f.At, f.By = ulid.Make().String(), store.At(tx.Now), tx.By.User
	if err := store.KeepBlob(ctx, tx, f.Blob, f.Size, pdfType); err != nil {
		return f, err
	}
	return f, store.Insert(ctx, tx, "claim_form_file", f)
}
