package claim

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"lading/server/kit/blob"
	"lading/server/kit/fail"
	"lading/server/kit/pdfform"
	"lading/server/op"
	"lading/server/store"
)

// said are the values of a form's fields for one claim, and how many of the claim's lines the form has no room for.
func said(maps []Mapped, fields []pdfform.Field, values map[string]string, lines int) (out map[string]string, left int) {
	out, rows, whole := map[string]string{}, 0, false
	for _, m := range maps {
		i := slices.IndexFunc(fields, func(f pdfform.Field) bool { return f.Name == m.Field })
		if i < 0 {
			continue
		}
		names := []string{m.From}
		for _, n := range placeholder.FindAllStringSubmatch(m.Text, -1) {
			names = append(names, n[1])
		}
		for _, n := range names {
			whole = whole || n == "lines"
			for row := range mostLines {
				if strings.HasPrefix(n, fmt.Sprintf("line%d-", row+1)) {
					rows = max(rows, row+1)
				}
			}
		}
		if v, ok := m.value(fields[i], values); ok {
			out[m.Field] = v
		}
	}
	if rows > 0 && !whole {
		left = max(lines-rows, 0)
	}
	return out, left
}

// value is what a field says; ok is false where it stays as the form has it.
func (m Mapped) value(f pdfform.Field, values map[string]string) (v string, ok bool) {
	if m.From != "" {
		v = m.day(f, m.From, values)
	} else {
		v = placeholder.ReplaceAllStringFunc(m.Text, func(name string) string { return m.day(f, strings.Trim(name, "{}"), values) })
	}
	switch f.Type {
	case pdfform.Check:
		if m.From != "" && m.Is != "" && v != m.Is || v == "" {
			return "", true
		}
		return pdfform.On, true
	case pdfform.Radio, pdfform.Choice:
		for _, p := range m.Picks {
			if p.Value == v {
				return p.Option, true
			}
		}
		for _, o := range f.Options { // it may be called as the value is
			if v != "" && (strings.EqualFold(o.Value, v) || strings.EqualFold(o.Label, v)) {
				return o.Value, true
			}
		}
		return "", false
	}
	return v, true
}

// day is a value by its name; a day as the field writes days.
func (m Mapped) day(f pdfform.Field, name string, values map[string]string) string {
	v := values[name]
	i := slices.IndexFunc(formValues, func(x FormValue) bool { return x.Name == name })
	if v == "" || i < 0 || formValues[i].Kind != OfDay {
		return v
	}
	format := string(m.Format)
	if f.Format != "" {
		format = f.Format
	}
	return written(v, format)
}

// FilledForm is a form that was filled in with a claim.
type FilledForm struct {
	Cut  []string `json:"Cut"`  // fields whose text does not fit into them
	Left int64    `json:"Left"` // lines of the claim that the form has no row for
}

// PreviewFormReq asks for a form as it would be filled in by a mapping that need not be saved. Without a claim each text field says its own name.
type PreviewFormReq struct {
	FileID  string   `json:"FileId" validate:"required,max=40"`
	ClaimID string   `json:"ClaimId" validate:"max=40"`
	Maps    []Mapped `json:"Maps" validate:"max=500,dive"`
}

// Check judges the mapping as a save does.
func (r *PreviewFormReq) Check() []fail.Field {
	return (&FormReq{Maps: r.Maps}).Check()
}

// PreviewFormResp is a filled form that nothing keeps.
type PreviewFormResp struct {
	FilledForm
	PDF string `json:"PDF"` // base64
}

// PreviewForm fills a form in to be looked at.
func (a *Area) PreviewForm(ctx context.Context, c *op.Call, req PreviewFormReq) (resp PreviewFormResp, err error) {
	var f FormFile
	values := map[string]string{}
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		if f, err = formFile(ctx, tx, req.FileID); err != nil {
			return err
		}
		if req.ClaimID == "" {
			for _, x := range f.Fields {
				if x.Type == pdfform.Text || x.Type == pdfform.Date {
					values[x.Name] = x.Name
				}
			}
			return nil
		}
		if err := f.takes(req.Maps); err != nil {
			return err
		}
		found, err := find(ctx, tx, req.ClaimID)
		if err != nil {
			return err
		}
		of, err := a.formed(ctx, tx, found)
		if err != nil {
			return err
		}
		var left int
		values, left = said(req.Maps, f.Fields, of, len(found.Lines.V))
		resp.Left = int64(left)
		return nil
	}); err != nil {
		return resp, err
	}
	out, err := a.fill(ctx, c.Org, f, values)
	if err != nil {
		return resp, err
	}
	resp.PDF, resp.Cut = base64.StdEncoding.EncodeToString(out.PDF), []string{}
	if req.ClaimID != "" {
		resp.Cut = append(resp.Cut, out.Cut...)
	}
	return resp, nil
}

func (a *Area) fill(ctx context.Context, org string, f FormFile, values map[string]string) (pdfform.Filled, error) {
	body, err := a.Blobs.Get(ctx, org, f.Blob)
	if err != nil {
		return pdfform.Filled{}, fmt.Errorf("read claim form %s: %w", f.ID, err)
	}
	return pdfform.Fill(org, body, values)
}

func (a *Area) read(ctx context.Context, c *op.Call, f func(ctx context.Context, tx *store.Tx) error) error {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return err
	}
	return db.Read(ctx, c.By, f)
}

// FormsOfReq names a claim.
type FormsOfReq struct {
	ClaimID string `json:"ClaimId" validate:"required,max=40"`
}

// FormChoice is a form that a claim can be put on.
type FormChoice struct {
	ID      string `json:"FormId"`
	Name    string `json:"Name"`
	Carrier string `json:"Carrier"` // empty for any
}

// FormsOf lists the forms that fit a claim, those of its carrier first.
func (a *Area) FormsOf(ctx context.Context, tx *store.Tx, req FormsOfReq) ([]FormChoice, error) {
	c, err := find(ctx, tx, req.ClaimID)
	if err != nil {
		return nil, err
	}
	all, err := store.Select[Form](ctx, tx, `SELECT * FROM claim_form WHERE carrier IN ('', ?) ORDER BY carrier DESC, name`, c.Carrier)
	out := []FormChoice{}
	for _, f := range all {
		if f.fits(c) {
			out = append(out, FormChoice{f.ID, f.Name, f.Carrier})
		}
	}
	return out, err
}

// FillFormReq puts a claim on a form.
type FillFormReq struct {
	ClaimID string `json:"ClaimId" validate:"required,max=40"`
	FormID  string `json:"FormId" validate:"required,max=40"`
	Rev     int64  `json:"Rev" validate:"gte=1"` // of the claim that the user saw
}

// FillFormResp is the claim with the paper, and what of it the form has no room for.
type FillFormResp struct {
	FilledForm
	Claim Case `json:"Claim"`
}

// mostPapers is how many filled forms a claim may have.
const mostPapers = 20

// FillForm puts a claim on a carrier's form. The paper stands with the shipment's documents and is the claim's evidence; what is mapped otherwise later changes nothing of it.
func (a *Area) FillForm(ctx context.Context, c *op.Call, req FillFormReq) (resp FillFormResp, err error) {
	var f FormFile
	var form Form
	var values map[string]string
	room := func(ctx context.Context, tx *store.Tx) (Case, error) {
		found, err := find(ctx, tx, req.ClaimID)
		if err != nil {
			return found, err
		}
		if found.Rev != req.Rev {
			return found, fail.Conflict("row-changed-meanwhile").With(found.tell(tx.Now))
		}
		if n := len(slices.DeleteFunc(slices.Clone(found.Evidence.V), func(e Exhibit) bool { return e.Proof != ProofForm })); n >= mostPapers {
			return found, fail.Conflict("too-many-files", "max", mostPapers)
		}
		return found, found.ended()
	}
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		found, err := room(ctx, tx)
		if err != nil {
			return err
		}
		if form, err = forms(a).Get(ctx, tx, req.FormID); err != nil {
			return err
		}
		if !form.fits(found) {
			return fail.Conflict("claim-form-other", "name", form.Name)
		}
		if f, err = formFile(ctx, tx, form.File); err != nil {
			return err
		}
		of, err := a.formed(ctx, tx, found)
		if err != nil {
			return err
		}
		var left int
		values, left = said(form.Maps, f.Fields, of, len(found.Lines.V))
		resp.Left = int64(left)
		return nil
	}); err != nil {
		return resp, err
	}
	out, err := a.fill(ctx, c.Org, f, values)
	if err != nil {
		return resp, err
	}
	hash, err := a.Blobs.Put(ctx, c.Org, pdfType, out.PDF)
	if err != nil {
		return resp, fmt.Errorf("keep claim form: %w", err)
	}
	resp.Cut = append([]string{}, out.Cut...)
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return resp, err
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		was, err := room(ctx, tx) // it was read before the form was filled in
		if err != nil {
			return err
		}
		if err := store.KeepBlob(ctx, tx, hash, int64(len(out.PDF)), pdfType); err != nil {
			return err
		}
		name := was.Number + " " + strings.NewReplacer("/", "-", `\`, "-").Replace(form.Name) + ".pdf"
		id, err := a.Papers.AttachMade(ctx, tx, was.ShipmentID, was.Warehouse, blob.File{Name: name, Type: pdfType, Hash: hash, Size: int64(len(out.PDF))})
		if err != nil {
			return err
		}
		now := was
		now.Evidence.V = append(slices.Clone(was.Evidence.V), Exhibit{Proof: ProofForm, DocumentID: id, Name: name})
		err = now.save(ctx, tx, &was, Event{Action: "form", Note: name})
		resp.Claim = now
		return err
	})
	return resp, err
}
