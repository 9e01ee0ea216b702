package document

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// RegenerateReq has a shipment's documents made anew.
type RegenerateReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Reason     string `json:"Reason" validate:"required,min=2,max=200"`
}

// Outcome is what became of a document that was to be made anew.
type Outcome string

// The outcomes. What was signed is not made anew by us: a correction of it is signed again.
const (
	Made   Outcome = "made"
	Same   Outcome = "same"
	Signed Outcome = "signed"
	Lacks  Outcome = "lacks"
)

// Values lists the outcomes.
func (Outcome) Values() []string { return []string{"made", "same", "signed", "lacks"} }

// Regenerated is one document and what became of it.
type Regenerated struct {
	Paper      PaperKind `json:"Paper"`
	Outcome    Outcome   `json:"Outcome"`
	Why        string    `json:"Why"` // a message's code where something lacks
	DocumentID string    `json:"DocumentId"`
	Name       string    `json:"Name"`
	Superseded []string  `json:"Superseded"` // names of those that it takes the place of, as they are called now
}

// Regenerate makes a shipment's bill, packing list and labels anew from the data as it is. Former files stay, with their name saying that they are superseded.
func (a *Area) Regenerate(ctx context.Context, c *op.Call, req RegenerateReq) ([]Regenerated, error) {
	out, drafts, of := []Regenerated{}, []Draft{}, []int{}
	var id, warehouse string
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) (err error) {
		if id, err = a.Shipments.Resolve(ctx, tx, req.ShipmentID); err != nil {
			return err
		}
		p, err := a.printable(ctx, tx, id, false)
		if err != nil {
			return err
		}
		formers, err := current(ctx, tx, id)
		if err != nil {
			return err
		}
		warehouse = p.Warehouse
		for _, o := range p.Papers {
			if o.Kind == FilePaper {
				continue
			}
			r := Regenerated{Paper: o.Kind, Outcome: Made, Name: o.Name, Superseded: []string{}}
			d := Draft{}
			if o.Why == "" && o.Awaits == "" {
				d, err = a.draft(ctx, tx, id, o.Kind, "")
			}
			switch {
			case err != nil:
				return err
			case o.Why != "":
				r.Outcome, r.Why = Lacks, o.Why
			case o.Awaits != "" || d.Document.ID != "":
				r.Outcome = Signed
			default:
				of = append(of, len(out))
				drafts = append(drafts, d)
				if z := d; slices.ContainsFunc(formers, func(f Document) bool { return stem(f.Name) == stem(d.Name) && path.Ext(f.Name) == ".zpl" }) {
					out, of = append(out, r), append(of, len(out)+1)
					z.Name += ".zpl"
					drafts = append(drafts, z)
				}
			}
			out = append(out, r)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	docs, err := a.setAll(ctx, c, id, warehouse, drafts)
	if err != nil {
		return nil, err
	}
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return nil, err
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		fresh := make([]string, len(docs))
		for i, d := range docs {
			fresh[i] = d.ID
		}
		if err := enter(ctx, tx, docs); err != nil {
			return err
		}
		names := []string{}
		for i, d := range docs {
			r := &out[of[i]]
			if r.DocumentID, r.Name, r.Superseded = d.ID, d.Name, []string{}; d.ID != fresh[i] { // byte for byte what is there
				r.Outcome = Same
			}
			if r.Superseded, err = supersede(ctx, tx, d, req.Reason); err != nil {
				return err
			}
			names = append(names, d.Name)
		}
		return a.Shipments.Record(ctx, tx, id, "documents-regenerated", map[string]any{"documents": names, "reason": req.Reason})
	})
	return out, err
}

// stem is what a document is, by its name: BOL, PackingList, PalletLabels, ParcelLabels.
func stem(name string) string {
	s, _, _ := strings.Cut(name, "-")
	return s
}

// current are the files of a shipment that we made and that no other has taken the place of.
func current(ctx context.Context, tx *store.Tx, shipmentID string) ([]Document, error) {
	return store.Select[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ? AND kind = 'print-file' AND id NOT IN (SELECT document_id FROM document_superseded) ORDER BY at, id`, shipmentID)
}

// supersede marks what a document takes the place of, and gives their names.
func supersede(ctx context.Context, tx *store.Tx, by Document, reason string) ([]string, error) {
	formers, err := current(ctx, tx, by.ShipmentID)
	names := []string{}
	for _, f := range formers {
		if f.ID == by.ID || stem(f.Name) != stem(by.Name) || path.Ext(f.Name) != path.Ext(by.Name) {
			continue
		}
		name := fmt.Sprintf("%s-superseded-%s%s", strings.TrimSuffix(f.Name, path.Ext(f.Name)), tx.Now.UTC().Format(time.DateOnly), path.Ext(f.Name))
		if _, err := tx.ExecContext(ctx, `UPDATE document SET name = ? WHERE id = ?`, name, f.ID); err != nil {
			return nil, fmt.Errorf("supersede document %s: %w", f.ID, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO document_superseded (document_id, by_document, reason, at, by_user) VALUES (?, ?, ?, ?, ?)`, f.ID, by.ID, reason, store.At(tx.Now), tx.By.User); err != nil {
			return nil, fmt.Errorf("supersede document %s: %w", f.ID, err)
		}
		names = append(names, name)
	}
	return names, err
}

// superseded refuses to do with a former document what only the current one is for.
func superseded(ctx context.Context, tx *store.Tx, d Document) error {
	_, former, err := store.Get[string](ctx, tx, `SELECT by_document FROM document_superseded WHERE document_id = ?`, d.ID)
	if err == nil && former {
		err = fail.Conflict("document-superseded", "name", d.Name)
	}
	return err
}
