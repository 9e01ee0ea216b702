package document

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lading/server/document/bill"
	"lading/server/document/label"
	"lading/server/document/zpl"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// PaperKind is what can be printed of a shipment.
type PaperKind string

// The papers of a shipment. A file is one that stands among its documents.
const (
	BillPaper    PaperKind = "bol"
	PackingPaper PaperKind = "packing-list"
	PalletLabels PaperKind = "pallet-label"
	ParcelLabels PaperKind = "parcel-label"
	FilePaper    PaperKind = "file"
)

// Values lists the kinds.
func (PaperKind) Values() []string {
	return []string{string(BillPaper), string(PackingPaper), string(PalletLabels), string(ParcelLabels), string(FilePaper)}
}

func (k PaperKind) label() bool { return k == PalletLabels || k == ParcelLabels }

// usual is how many copies go out where nobody says: of a bill one each for shipper, carrier and consignee.
func (k PaperKind) usual() int {
	if k == BillPaper {
		return 3
	}
	return 1
}

// Sheet is a paper, ready for the printer: bytes in its language, and how often the printer is to take them.
type Sheet struct {
	Name, Type string
	Body       []byte
	Copies     int
}

const (
	pdfType = "application/pdf"
	zplType = "application/zpl"
)

// Draft is what a paper is made of. It can be made from the database here, and from a tablet's own rows there; both are set alike.
type Draft struct {
	Kind     PaperKind        `json:"kind"`
	Bill     bill.Bill        `json:"bill"`
	Packing  bill.PackingList `json:"packing"`
	Labels   []label.Label    `json:"labels"`
	Name     string           `json:"name"`
	Document Document         `json:"-"`
}

// draft gathers a paper of a shipment. A bill that a driver has signed is the signed file.
func (a *Area) draft(ctx context.Context, tx *store.Tx, shipmentID string, kind PaperKind, documentID string) (d Draft, err error) {
	d.Kind = kind
	if kind == FilePaper {
		if d.Document, err = find(ctx, tx, documentID); err == nil && shipmentID != "" && d.Document.ShipmentID != shipmentID {
			err = fail.NotFound("no-such-file")
		}
		d.Name = d.Document.Name
		return d, err
	}
	c, err := a.Shipments.Consignment(ctx, tx, shipmentID)
	if err != nil {
		return d, err
	}
	units, err := a.Dock.Units(ctx, tx, shipmentID)
	if err != nil {
		return d, err
	}
	switch kind {
	case BillPaper:
		if d.Document, err = signedOf(ctx, tx, shipmentID); err != nil || d.Document.ID != "" {
			d.Name = d.Document.Name
			return d, err
		}
		l, _, err := a.Dock.Loading(ctx, tx, shipmentID)
		if err != nil {
			return d, err
		}
		if d.Bill = compose(c, l); d.Bill.Number == "" {
			return d, fail.NotFound("bill-not-made")
		}
		if bad := bill.Check(d.Bill); len(bad) > 0 {
			return d, fail.Invalid(bad...)
		}
		d.Name = "BOL-" + d.Bill.Number + ".pdf"
	case PackingPaper:
		l, _, err := a.Dock.Loading(ctx, tx, shipmentID)
		if err != nil {
			return d, err
		}
		if len(l.Pallets) > 0 || l.Laid { // the loading is over: it lists what went
			c.Items, units = freight.Loaded(c.Plan(), l.Pallets, l.Laid), freight.Went(units)
		}
		d.Packing = packing(c, units)
		d.Name = "PackingList-" + c.Number + ".pdf"
	case PalletLabels:
		if len(units) == 0 {
			return d, fail.Conflict("labels-need-pallets", "number", c.Number)
		}
		d.Labels = label.Make(label.Pallet, c, units)
		d.Name = "PalletLabels-" + c.Number
	case ParcelLabels:
		d.Labels = label.Make(label.Parcel, c, cartons(c))
		if len(d.Labels) == 0 {
			return d, fail.Conflict("labels-need-pieces", "number", c.Number)
		}
		d.Name = "ParcelLabels-" + c.Number
	}
	for i, l := range d.Labels {
		if err := l.Check(); err != nil {
			return d, fail.Conflict("label-number-wrong", "n", i+1, "number", first(l.SSCC, l.LPN))
		}
	}
	return d, nil
}

const maxCartons = 500

// cartons numbers the pieces of a shipment that has no pallets: each carries the shipment's number and its own. A tablet does the same (web/src/document/packing.ts).
func cartons(c freight.Consignment) []freight.Unit {
	var out []freight.Unit
	for _, it := range c.Items {
		for range it.Pieces {
			if len(out) == maxCartons {
				return out
			}
			u := freight.Unit{LPN: fmt.Sprintf("%s-%03d", c.Number, len(out)+1), Description: it.Description, ItemCode: it.Code, Pieces: 1, Length: it.Length, Width: it.Width, Height: it.Height}
			u.Weight = freight.Measure{Milli: it.Weight.Milli / it.Pieces, Unit: it.Weight.Unit}
			out = append(out, u)
		}
	}
	return out
}

func packing(c freight.Consignment, units []freight.Unit) bill.PackingList {
	l := bill.PackingList{Number: c.Number, On: c.ShipOn, BOL: c.BOL, PRO: c.PRO, Carrier: c.CarrierName, From: bill.Party{Party: c.Origin}, To: bill.Party{Party: c.Destination}, Orders: c.Orders, Refs: c.Refs, Note: c.Instruction,
		Lines: []bill.PackedLine{}, Units: []bill.PackedUnit{}}
	if c.Carrier != "" && c.CarrierName != "" {
		l.Carrier += " (" + c.Carrier + ")"
	}
	weighed := append([]freight.Item{}, c.Items...) // lines and pallets are all in one unit, so that they can be added up as they stand
	for _, u := range units {
		weighed = append(weighed, freight.Item{Weight: u.Weight})
	}
	weighed = freight.OneUnit(weighed)
	for _, it := range weighed[:len(c.Items)] {
		order := it.Order
		if order == "" && len(c.Orders) == 1 {
			order = c.Orders[0]
		}
		l.Lines = append(l.Lines, bill.PackedLine{Order: order, Code: it.Code, Description: it.Description, Pieces: it.Pieces, Package: it.PackageType, Weight: it.Weight})
	}
	for i, u := range units {
		l.Units = append(l.Units, bill.PackedUnit{Number: first(u.SSCC, u.LPN), Description: u.Description, Pieces: u.Pieces, Weight: weighed[len(c.Items)+i].Weight, Size: u.Size(),
			Lot: u.Lot, ExpiresOn: u.ExpiresOn, BestBefore: u.BestBefore})
	}
	return l
}

// Way is how a paper shall come out of a printer.
type Way struct {
	Language string
	Copies   int
	Format   string // zpl or pdf; of labels only
	Dots     int
}

// Set writes a paper that is made of data. Files are read where the blobs are.
func (d Draft) Set(w Way) (Sheet, error) {
	copies := w.Copies
	if copies < 1 {
		copies = d.Kind.usual()
	}
	var out bytes.Buffer
	s := Sheet{Name: d.Name, Type: pdfType, Copies: 1}
	switch {
	case d.Kind == BillPaper:
		if err := bill.Render(d.Bill, w.Language, &out, names(copies)...); err != nil {
			return s, err
		}
	case d.Kind == PackingPaper:
		if err := bill.RenderPacking(d.Packing, w.Language, &out, copies); err != nil {
			return s, err
		}
	case d.Kind.label():
		text := label.ZPL(d.Labels, w.Dots, copies)
		if w.Format == "zpl" {
			s.Name, s.Type, s.Body = d.Name+".zpl", zplType, text
			return s, nil
		}
		drawn, err := zpl.Read(context.Background(), string(text), w.Dots) // our own
		if err != nil {
			return s, err
		}
		s.Name += ".pdf"
		if err := zpl.PDF(&out, d.Name, time.Unix(0, 0).UTC(), drawn...); err != nil {
			return s, err
		}
	}
	s.Body = out.Bytes()
	return s, nil
}

// names gives each copy of a bill its reader; beyond three there are plain ones.
func names(copies int) []bill.Copy {
	all := append(bill.Copy("").Values(), make([]string, max(0, copies-3))...)
	out := make([]bill.Copy, copies)
	for i := range out {
		out[i] = bill.Copy(all[i])
	}
	return out
}

// sheet sets a paper, or fetches it where it is a file. A label file that a carrier sent goes to the printer as it came: a certified label may not be changed.
func (a *Area) sheet(ctx context.Context, org string, d Draft, w Way) (Sheet, error) {
	if d.Document.ID == "" {
		return d.Set(w)
	}
	body, err := a.Blobs.Get(ctx, org, d.Document.Blob)
	if err != nil {
		return Sheet{}, fmt.Errorf("read document %s: %w", d.Document.ID, err)
	}
	s := Sheet{Name: d.Document.Name, Type: d.Document.Type, Body: body, Copies: max(1, w.Copies)}
	if !isZPL(d.Document) {
		return s, nil
	}
	s.Type = zplType
	if w.Format == "zpl" {
		return s, ForPrinter(s)
	}
	drawn, err := zpl.Read(ctx, string(body), w.Dots)
	if err != nil {
		return s, fail.Conflict("zpl-unreadable", "name", d.Document.Name)
	}
	if missing := notDrawn(drawn); len(missing) > 0 { // a label that lacks its bars is worse than none
		return s, fail.Conflict("zpl-not-drawn", "name", d.Document.Name, "commands", strings.Join(missing, " "))
	}
	var out bytes.Buffer
	err = zpl.PDF(&out, d.Document.Name, d.Document.At.Time, drawn...)
	s.Name, s.Type, s.Body = strings.TrimSuffix(s.Name, ".zpl")+".pdf", pdfType, out.Bytes()
	return s, err
}

// raw is sheet for who looks at a label file: it is drawn, whatever a printer would make of it.
func (a *Area) raw(ctx context.Context, org string, d Draft, w Way) (Sheet, error) {
	if d.Document.ID == "" {
		return d.Set(w)
	}
	body, err := a.Blobs.Get(ctx, org, d.Document.Blob)
	if err != nil {
		return Sheet{}, fmt.Errorf("read document %s: %w", d.Document.ID, err)
	}
	return Sheet{Name: d.Document.Name, Type: zplType, Body: body, Copies: 1}, nil
}

// notDrawn are the commands of labels that stand on a printer's label and not on ours.
func notDrawn(labels []zpl.Label) (all []string) {
	for _, l := range labels {
		for _, c := range l.Unknown {
			if !slices.Contains(all, c) && len(all) < 10 {
				all = append(all, c)
			}
		}
	}
	return all
}

func isZPL(d Document) bool { return strings.HasSuffix(strings.ToLower(d.Name), ".zpl") }

// PaperReq asks for a paper of a shipment to look at, to keep, or to print from the browser.
type PaperReq struct {
	ShipmentID string    `json:"ShipmentId" validate:"required,max=40"`
	Kind       PaperKind `json:"Kind" validate:"required"`
	DocumentID string    `json:"DocumentId" validate:"max=40"`
	Language   string    `json:"Language" validate:"omitempty,oneof=en es fr"`
	Copies     int       `json:"Copies" validate:"gte=0,lte=50"`
	Format     string    `json:"Format" validate:"omitempty,oneof=pdf zpl"`
	Dots       int       `json:"Dots" validate:"omitempty,oneof=8 12"`
}

// Paper gives any paper of a shipment as it would be printed now.
func (a *Area) Paper(ctx context.Context, c *op.Call, req PaperReq) (op.Download, error) {
	d, err := a.gather(ctx, c, req.ShipmentID, req.Kind, req.DocumentID)
	if err != nil {
		return op.Download{}, err
	}
	return a.give(ctx, c, d, Way{first(req.Language, c.Language), req.Copies, first(req.Format, "pdf"), dots(req.Dots)})
}

// gather reads what a paper is made of, of a shipment that is named in any way.
func (a *Area) gather(ctx context.Context, c *op.Call, name string, kind PaperKind, documentID string) (d Draft, err error) {
	err = a.readPaper(ctx, c, func(ctx context.Context, tx *store.Tx) error {
		id := ""
		if name != "" {
			if id, err = a.Shipments.Resolve(ctx, tx, name); err != nil {
				return err
			}
		}
		d, err = a.draft(ctx, tx, id, kind, documentID)
		return err
	})
	return d, err
}

func (a *Area) give(ctx context.Context, c *op.Call, d Draft, w Way) (op.Download, error) {
	s, err := a.sheet(ctx, c.Org, d, w)
	if err != nil {
		return op.Download{}, err
	}
	return op.Download{Name: s.Name, Type: s.Type, Body: io.Reader(bytes.NewReader(s.Body)), Inline: s.Type == pdfType}, nil
}

func dots(n int) int {
	if n == zpl.Dots300 {
		return n
	}
	return zpl.Dots203
}

// PackingReq names a shipment in any way that people do.
type PackingReq struct {
	Shipment   Named  `json:"shipment" validate:"required_without_all=ShipmentID UniqueName,max=40"`
	ShipmentID string `json:"ShipmentId" validate:"max=40"`
	UniqueName string `json:"UniqueName" validate:"max=40"`
	Language   string `json:"Language" validate:"omitempty,oneof=en es fr"`
}

// Named is a shipment by its number or key; clients of the documented call send the shipment itself.
type Named string

// UnmarshalJSON reads the name, or the shipment that has it.
func (n *Named) UnmarshalJSON(b []byte) error {
	if len(b) == 0 || b[0] != '{' {
		return json.Unmarshal(b, (*string)(n))
	}
	var s map[string]json.RawMessage
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	for _, key := range []string{"shipmentid", "uniquename"} {
		for name, value := range s {
			var text string
			if strings.EqualFold(name, key) && json.Unmarshal(value, &text) == nil && text != "" && *n == "" {
				*n = Named(text)
			}
		}
	}
	return nil
}

// PackingList gives a shipment's packing list.
func (a *Area) PackingList(ctx context.Context, c *op.Call, req PackingReq) (op.Download, error) {
	d, err := a.gather(ctx, c, first(first(string(req.Shipment), req.ShipmentID), req.UniqueName), PackingPaper, "")
	if err != nil {
		return op.Download{}, err
	}
	return a.give(ctx, c, d, Way{Language: first(req.Language, c.Language), Copies: 1})
}

// ZPLReq names a label: a file among a shipment's documents, or the labels that we make of it.
type ZPLReq struct {
	UniqueName string `json:"uniquename" validate:"required,max=40"`
	FileName   string `json:"filename" validate:"max=200"` // pallet-label, parcel-label, or a file's name
	FilePath   string `json:"filePath" validate:"max=200"` // a document's key, where two files have one name
	Number     int    `json:"Number" validate:"gte=0"`     // which label of them, from 1
	Dots       int    `json:"Dots" validate:"omitempty,oneof=8 12"`
}

// ViewZPL draws a label as the printer would. How many there are, and which commands were not drawn, stand in the answer's head.
func (a *Area) ViewZPL(ctx context.Context, c *op.Call, req ZPLReq) (op.Download, error) {
	kind, document := PaperKind(first(req.FileName, string(PalletLabels))), ""
	if !kind.label() {
		kind = FilePaper
		if err := a.read(ctx, c, func(ctx context.Context, tx *store.Tx) error {
			id, err := a.Shipments.Resolve(ctx, tx, req.UniqueName)
			if err != nil {
				return err
			}
			d, ok, err := store.Get[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ?1 AND (id = ?2 OR ?2 = '' AND lower(name) = lower(?3)) ORDER BY at DESC LIMIT 1`, id, req.FilePath, req.FileName)
			if err == nil && (!ok || !isZPL(d)) {
				err = fail.NotFound("no-such-file")
			}
			document = d.ID
			return err
		}); err != nil {
			return op.Download{}, err
		}
	}
	d, err := a.gather(ctx, c, req.UniqueName, kind, document)
	if err != nil {
		return op.Download{}, err
	}
	n := max(1, req.Number)
	if kind.label() {
		if n > len(d.Labels) {
			return op.Download{}, fail.NotFound("no-such-label", "n", n, "of", len(d.Labels))
		}
	}
	s, err := a.raw(ctx, c.Org, d, Way{Copies: 1, Format: "zpl", Dots: dots(req.Dots)})
	if err != nil {
		return op.Download{}, err
	}
	all, err := zpl.Read(ctx, string(s.Body), dots(req.Dots))
	if err != nil {
		return op.Download{}, fail.Conflict("zpl-unreadable", "name", s.Name)
	}
	if n > len(all) {
		return op.Download{}, fail.NotFound("no-such-label", "n", n, "of", len(all))
	}
	var out bytes.Buffer
	if err := all[n-1].PNG(ctx, &out); err != nil {
		if ctx.Err() == nil {
			err = fail.Conflict("zpl-unreadable", "name", s.Name)
		}
		return op.Download{}, err
	}
	if c.SetHeader != nil {
		c.SetHeader("X-Labels", fmt.Sprint(len(all)))
		c.SetHeader("X-Not-Drawn", strings.Join(all[n-1].Unknown, " "))
	}
	return op.Download{Name: fmt.Sprintf("%s-%d.png", strings.TrimSuffix(s.Name, ".zpl"), n), Type: "image/png", Body: &out, Inline: true}, nil
}
