package document

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"lading/server/document/label"
	"lading/server/document/zpl"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// OrdersReq names orders, as they stand on paper. The back-order code tells parts of one order apart; 00 is the first.
type OrdersReq struct {
	OrderNumbers  []string `json:"orderNumbers" validate:"required,min=1,max=100,dive,max=40"`
	BackOrderCode string   `json:"BackOrderCode" validate:"omitempty,len=2,numeric"`
}

// Printable is what can be printed of an order's shipment, and what was.
type Printable struct {
	Order      string         `json:"order"`
	ShipmentID string         `json:"shipmentId"` // empty where the order is in no shipment
	Number     string         `json:"number"`
	BOL        string         `json:"bol"`
	Carrier    string         `json:"carrier"`
	Consignee  string         `json:"consignee"`
	ShipOn     string         `json:"shipOn"`
	Warehouse  string         `json:"warehouse"`
	Papers     []PaperOnOffer `json:"papers"`
	Prints     []Print        `json:"prints"` // the newest first
	Missing    bool           `json:"missing"`
	Labels     int            `json:"labels"`
	// What may be corrected before it is printed again.
	PRO            string          `json:"pro"`
	Instruction    string          `json:"instruction"`
	EmergencyPhone string          `json:"emergencyPhone"`
	Data           []PaperWithData `json:"data,omitempty"`
}

// PaperOnOffer is one paper of a shipment.
type PaperOnOffer struct {
	Kind       PaperKind  `json:"kind"`
	DocumentID string     `json:"documentId,omitempty"`
	Name       string     `json:"name"`
	Copies     int        `json:"copies"`            // the usual
	Printer    string     `json:"printer,omitempty"` // the usual
	Printed    int        `json:"printed"`           // how often it was
	PrintedAt  store.Time `json:"printedAt"`
	Why        string     `json:"why,omitempty"`    // why it cannot be printed, as a message's code
	Awaits     string     `json:"awaits,omitempty"` // why it is not there yet, as one; it may be printed, and comes when it is
}

// PaperWithData is a paper as a label printer takes it.
type PaperWithData struct {
	Kind PaperKind `json:"kind"`
	ZPL  string    `json:"zpl"`
}

// Reprintable tells what can be printed again for orders. It answers each order in turn; one that is in no shipment says so.
func (a *Area) Reprintable(ctx context.Context, tx *store.Tx, req OrdersReq) ([]Printable, error) {
	return a.printables(ctx, tx, req, false)
}

// PrintData gives the same with the labels' own text, for who brings his own printer.
func (a *Area) PrintData(ctx context.Context, tx *store.Tx, req OrdersReq) ([]Printable, error) {
	return a.printables(ctx, tx, req, true)
}

func (a *Area) printables(ctx context.Context, tx *store.Tx, req OrdersReq, data bool) ([]Printable, error) {
	numbers := make([]string, len(req.OrderNumbers))
	for i, n := range req.OrderNumbers {
		numbers[i] = freight.BackOrder(n, req.BackOrderCode)
	}
	filed, err := a.Shipments.OfOrders(ctx, tx, numbers)
	if err != nil {
		return nil, err
	}
	out := []Printable{}
	for _, number := range numbers {
		at := slices.IndexFunc(filed, func(f freight.Filed) bool { return strings.EqualFold(f.Order, number) })
		if at < 0 {
			out = append(out, Printable{Order: number, Missing: true, Papers: []PaperOnOffer{}, Prints: []Print{}})
			continue
		}
		p, err := a.printable(ctx, tx, filed[at].ShipmentID, data)
		if err != nil {
			return nil, err
		}
		p.Order = number
		out = append(out, p)
	}
	return out, nil
}

func (a *Area) printable(ctx context.Context, tx *store.Tx, id string, data bool) (p Printable, err error) {
	c, err := a.Shipments.Consignment(ctx, tx, id)
	if err != nil {
		return p, err
	}
	p = Printable{ShipmentID: id, Number: c.Number, BOL: c.BOL, Carrier: c.CarrierName, Consignee: c.Destination.Name, ShipOn: c.ShipOn, Warehouse: c.Warehouse, PRO: c.PRO, Instruction: c.Instruction, EmergencyPhone: c.EmergencyPhone, Papers: []PaperOnOffer{}}
	if p.Prints, err = store.Select[Print](ctx, tx, `SELECT * FROM document_print WHERE shipment_id = ? ORDER BY at DESC, id DESC LIMIT 100`, id); err != nil {
		return p, err
	}
	files, err := store.Select[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ? AND kind <> 'signed-bol' AND (type = 'application/pdf' OR lower(name) LIKE '%.zpl') AND id NOT IN (SELECT document_id FROM document_superseded) ORDER BY at DESC LIMIT 50`, id)
	if err != nil {
		return p, err
	}
	kinds := []PaperKind{BillPaper, PackingPaper, PalletLabels}
	units, err := a.Dock.Units(ctx, tx, id)
	if err != nil {
		return p, err
	}
	if p.Labels = len(units); p.Labels == 0 {
		kinds = append(kinds, ParcelLabels)
	}
	offer := func(kind PaperKind, document Document) error {
		o := PaperOnOffer{Kind: kind, DocumentID: document.ID, Name: document.Name, Copies: kind.usual()}
		d, err := a.draft(ctx, tx, id, kind, document.ID)
		switch code := fail.CodeOf(err); {
		case awaits(err):
			if d, err = a.pending(ctx, tx, Print{ShipmentID: id, Kind: kind}); err != nil {
				return err
			}
			o.Name, o.Awaits = d.Name, code
		case code != "":
			o.Why = code
		case err != nil:
			return err
		default:
			o.Name = d.Name
		}
		printer, err := printerFor(ctx, tx, c.Warehouse, "", kind)
		switch code := fail.CodeOf(err); {
		case err == nil:
			o.Printer = printer.ID
			if n := printer.Papers.V[string(kind)]; n > 0 {
				o.Copies = n
			}
		case code != "no-printer":
			return err
		}
		for _, done := range p.Prints {
			if done.Kind == kind && done.DocumentID == document.ID && done.State == Printed {
				if o.Printed++; o.Printed == 1 {
					o.PrintedAt = done.EndedAt
				}
			}
		}
		p.Papers = append(p.Papers, o)
		if data && o.Why == "" && len(d.Labels) > 0 {
			p.Data = append(p.Data, PaperWithData{Kind: kind, ZPL: string(label.ZPL(d.Labels, dots(printer.Dots), 1))})
		}
		return nil
	}
	for _, kind := range kinds {
		if err := offer(kind, Document{}); err != nil {
			return p, err
		}
	}
	for _, f := range files {
		if err := offer(FilePaper, f); err != nil {
			return p, err
		}
	}
	return p, nil
}

// ReprintReq corrects what a shipment's papers say and prints them again. The documents name no values for Flag; ours are the papers that it
// stands for, and nothing is the bill with its labels.
type ReprintReq struct {
	ShipmentID     string  `json:"ShipmentId" validate:"required,max=40"`
	Flag           string  `json:"Flag" validate:"omitempty,oneof=all bol label packinglist none"`
	PRO            *string `json:"PRONumber" validate:"omitempty,max=40"`
	Instruction    *string `json:"SpecialInstruction" validate:"omitempty,max=500"`
	EmergencyPhone *string `json:"EmergencyPhone" validate:"omitempty,max=40"`
	Reason         string  `json:"Reason" validate:"required,min=2,max=200"`
	JobID          string  `json:"JobId" validate:"max=40,printascii"`
}

// Reprint saves and prints, or does neither.
func (a *Area) Reprint(ctx context.Context, tx *store.Tx, req ReprintReq) ([]Print, error) {
	if err := a.Shipments.Amend(ctx, tx, req.ShipmentID, freight.Amendment{PRO: req.PRO, Instruction: req.Instruction, EmergencyPhone: req.EmergencyPhone}, req.Reason); err != nil {
		return nil, err
	}
	p, err := a.printable(ctx, tx, req.ShipmentID, false)
	if err != nil {
		return nil, err
	}
	wanted := map[string][]PaperKind{"": {BillPaper, PalletLabels}, "all": {BillPaper, PackingPaper, PalletLabels}, "bol": {BillPaper}, "label": {PalletLabels, ParcelLabels}, "packinglist": {PackingPaper}}[req.Flag]
	job, out := first(req.JobID, ulid.Make().String()), []Print{}
	for _, o := range p.Papers {
		if !slices.Contains(wanted, o.Kind) || o.Kind.label() && o.Why != "" { // no pallets, no labels
			continue
		}
		print, err := a.enqueue(ctx, tx, Print{ID: job + "-" + string(o.Kind), ShipmentID: req.ShipmentID, Kind: o.Kind, Copies: o.Copies, Reason: req.Reason})
		if err != nil {
			return nil, err
		}
		out = append(out, print)
	}
	return out, nil
}

// FilesReq asks for papers to be put among a shipment's documents: packinglist, or pdf,zpl.
type FilesReq struct {
	Files      string `json:"files" validate:"required,max=60"`
	UniqueName string `json:"uniquename" validate:"required,max=40"`
}

// Check reads the list.
func (r *FilesReq) Check() []fail.Field {
	for _, f := range strings.Split(r.Files, ",") {
		if !slices.Contains([]string{"packinglist", "pdf", "zpl"}, strings.ToLower(strings.TrimSpace(f))) {
			return []fail.Field{fail.Of("files", "field-not-offered", "limit", "packinglist pdf zpl")}
		}
	}
	return nil
}

// AddFiles sets papers as they are now and puts them among a shipment's documents: the packing list; as PDF the bill and the labels; as ZPL the labels.
func (a *Area) AddFiles(ctx context.Context, c *op.Call, req FilesReq) ([]Document, error) {
	var drafts []Draft
	var id, warehouse string
	if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) (err error) {
		if id, err = a.Shipments.Resolve(ctx, tx, req.UniqueName); err != nil {
			return err
		}
		con, err := a.Shipments.Consignment(ctx, tx, id)
		if err != nil {
			return err
		}
		warehouse = con.Warehouse
		p, err := a.printable(ctx, tx, id, false)
		if err != nil {
			return err
		}
		for _, f := range strings.Split(strings.ToLower(req.Files), ",") {
			for _, o := range p.Papers {
				f := strings.TrimSpace(f)
				ours := f == "packinglist" && o.Kind == PackingPaper || f == "pdf" && (o.Kind == BillPaper || o.Kind == PalletLabels) || f == "zpl" && o.Kind == PalletLabels
				if !ours || o.Why != "" && o.Kind.label() || o.Awaits != "" { // a signed bill comes among them by itself
					continue
				}
				d, err := a.draft(ctx, tx, id, o.Kind, "")
				if err != nil {
					return err
				}
				if d.Document.ID != "" {
					continue // the signed bill is among them already
				}
				drafts = append(drafts, d)
				if f == "zpl" {
					drafts[len(drafts)-1].Name += ".zpl"
				}
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	docs, err := a.setAll(ctx, c, id, warehouse, drafts)
	if err != nil {
		return nil, err
	}
	return docs, a.put(ctx, c, docs)
}

// setAll sets drafts, labels whose name ends in .zpl as the printer's own text, and keeps their bytes.
func (a *Area) setAll(ctx context.Context, c *op.Call, shipmentID, warehouse string, drafts []Draft) ([]Document, error) {
	docs := make([]Document, len(drafts))
	for i, d := range drafts {
		w := Way{Language: c.Language, Copies: 1, Format: "pdf", Dots: zpl.Dots203}
		if strings.HasSuffix(d.Name, ".zpl") {
			d.Name, w.Format = strings.TrimSuffix(d.Name, ".zpl"), "zpl"
		}
		s, err := d.Set(w)
		if err != nil {
			return nil, err
		}
		if s.Type == zplType {
			s.Type = "text/plain" // as an attached label is served: a browser must not take it for anything to run
		}
		docs[i] = Document{ID: ulid.Make().String(), ShipmentID: shipmentID, Warehouse: warehouse, Kind: PrintFile, Name: s.Name, Type: s.Type, Size: int64(len(s.Body)), By: c.By.User}
		if docs[i].Blob, err = a.Blobs.Put(ctx, c.Org, s.Type, s.Body); err != nil {
			return nil, fmt.Errorf("keep %s: %w", s.Name, err)
		}
	}
	return docs, nil
}

// put writes the rows of papers whose bytes are kept. The same bytes under the same name stand there once.
func (a *Area) put(ctx context.Context, c *op.Call, docs []Document) error {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return err
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error { return enter(ctx, tx, docs) })
	return err
}

func enter(ctx context.Context, tx *store.Tx, docs []Document) error {
	for i := range docs {
		d := &docs[i]
		twin, ok, err := store.Get[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ? AND blob = ? AND name = ?`, d.ShipmentID, d.Blob, d.Name)
		if err != nil {
			return err
		}
		if ok {
			*d = twin
			continue
		}
		d.At = store.At(tx.Now)
		if err := store.KeepBlob(ctx, tx, d.Blob, d.Size, d.Type); err != nil {
			return err
		}
		if err := store.Insert(ctx, tx, "document", *d); err != nil {
			return err
		}
		if err := tx.Emit(ctx, event.DocumentMade{ShipmentID: d.ShipmentID, Warehouse: d.Warehouse, DocumentID: d.ID, Kind: string(d.Kind), Name: d.Name, Blob: d.Blob}); err != nil {
			return err
		}
	}
	return nil
}

func downloadOf(s Sheet) op.Download {
	return op.Download{Name: s.Name, Type: s.Type, Body: bytes.NewReader(s.Body), Inline: s.Type == pdfType}
}
