package document

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// PrintState is how far a print has come.
type PrintState string

// Queued waits for the print computer, Sent is with it, Waiting is with a printer that a person must see to. The rest is over.
const (
	Queued    PrintState = "queued"
	Sent      PrintState = "sent"
	Waiting   PrintState = "waiting"
	Printed   PrintState = "printed"
	Failed    PrintState = "failed"
	Cancelled PrintState = "cancelled"
)

// Values lists the states.
func (PrintState) Values() []string {
	return []string{string(Queued), string(Sent), string(Waiting), string(Printed), string(Failed), string(Cancelled)}
}

func (s PrintState) over() bool { return s == Printed || s == Failed || s == Cancelled }

// Print is one paper on its way to one printer.
type Print struct {
	ID         string                     `json:"id" db:"id"`
	ShipmentID string                     `json:"shipmentId" db:"shipment_id"`
	Warehouse  string                     `json:"warehouse" db:"warehouse"`
	Kind       PaperKind                  `json:"kind" db:"kind"`
	DocumentID string                     `json:"documentId" db:"document_id"`
	Name       string                     `json:"name" db:"name"`
	Copies     int                        `json:"copies" db:"copies"`
	Language   string                     `json:"language" db:"language"`
	Printer    string                     `json:"printer" db:"printer"`
	State      PrintState                 `json:"state" db:"state"`
	Attempt    int                        `json:"attempt" db:"attempt"`
	Answer     string                     `json:"answer" db:"answer"` // what the printer said, as a message's code
	Params     store.JSON[map[string]any] `json:"params" db:"params"`
	Digest     string                     `json:"digest" db:"digest"`
	Stop       bool                       `json:"stop" db:"stop"`
	At         store.Time                 `json:"at" db:"at"`
	By         string                     `json:"by" db:"by_user"`
	ByName     string                     `json:"byName" db:"by_name"`
	Reason     string                     `json:"reason" db:"reason"`
	AgainOf    string                     `json:"againOf" db:"again_of"`
	SentAt     store.Time                 `json:"sentAt" db:"sent_at"`
	EndedAt    store.Time                 `json:"endedAt" db:"ended_at"`
	LeftAt     store.Time                 `json:"-" db:"left_at"`
}

// Place is the warehouse that the print lies in.
func (p Print) Place() string { return p.Warehouse }

// BatchReq puts papers of a shipment into the printer queue. A device names the batch itself, so that it is printed once however often,
// and by whichever road, it arrives: the print computer remembers the names of what it has printed.
type BatchReq struct {
	JobID        string `json:"JobId" validate:"max=40,printascii"`
	ShipmentID   string `json:"ShipmentId" validate:"required_without=UniqueName,max=40"`
	UniqueName   string `json:"UniqueName" validate:"max=40"`
	FileName     string `json:"FileName" validate:"max=200"` // of a file among the shipment's documents
	FileType     string `json:"FileType" validate:"omitempty,oneof=bol label pallet-label parcel-label packinglist packing-list file pdf zpl"`
	BolCount     int    `json:"BolCount" validate:"gte=0,lte=20"`
	LabelCount   int    `json:"LabelCount" validate:"gte=0,lte=50"`
	PackingCount int    `json:"PackingCount" validate:"gte=0,lte=20"`
	PrinterID    string `json:"PrinterId" validate:"max=40"` // otherwise the warehouse's usual one for the paper
	Language     string `json:"Language" validate:"omitempty,oneof=en es fr"`
	Reason       string `json:"Reason" validate:"max=200"`
}

// Check wants the file's name where the type says that a file is meant.
func (r *BatchReq) Check() []fail.Field {
	if r.FileType == "file" && r.FileName == "" {
		return []fail.Field{fail.Of("FileName", "field-required")}
	}
	return nil
}

// wanted lists the papers of a batch. The type says which paper is meant where no count does, and which count is meant of a file; nothing named is a bill in its
// usual copies.
func (r BatchReq) wanted() (out []Print) {
	add := func(kind PaperKind, copies int) {
		if copies > 0 {
			out = append(out, Print{Kind: kind, Copies: copies})
		}
	}
	label, packing := strings.HasSuffix(r.FileType, "label") || r.FileType == "zpl", strings.HasPrefix(r.FileType, "packing")
	if r.FileName != "" {
		switch {
		case label:
			add(FilePaper, max(1, r.LabelCount))
		case packing:
			add(FilePaper, max(1, r.PackingCount))
		case r.FileType == "bol" || r.FileType == "pdf":
			add(FilePaper, max(1, r.BolCount))
		default:
			add(FilePaper, max(1, r.BolCount, r.LabelCount, r.PackingCount))
		}
		return out
	}
	labels := PalletLabels
	if r.FileType == string(ParcelLabels) {
		labels = ParcelLabels
	}
	bills, packings, stickers := r.BolCount, r.PackingCount, r.LabelCount
	if none := bills+packings+stickers == 0; packing && packings == 0 {
		packings = PackingPaper.usual()
	} else if label && none {
		stickers = labels.usual()
	} else if none || (r.FileType == "bol" || r.FileType == "pdf") && bills == 0 {
		bills = BillPaper.usual()
	}
	add(BillPaper, bills)
	add(labels, stickers)
	add(PackingPaper, packings)
	return out
}

// Enqueue puts papers into the printer queue: all of them, or none if one cannot be printed.
func (a *Area) Enqueue(ctx context.Context, tx *store.Tx, req BatchReq) ([]Print, error) {
	id, err := a.Shipments.Resolve(ctx, tx, first(req.ShipmentID, req.UniqueName))
	if err != nil {
		return nil, err
	}
	job := first(req.JobID, ulid.Make().String())
	prints := req.wanted()
	for i := range prints {
		p := &prints[i]
		p.ID, p.ShipmentID, p.Language, p.Printer, p.Reason = job+"-"+string(p.Kind), id, req.Language, req.PrinterID, req.Reason
		if p.Kind == FilePaper {
			d, ok, err := store.Get[Document](ctx, tx, `SELECT * FROM document WHERE shipment_id = ?1 AND (id = ?2 OR lower(name) = lower(?2)) AND CASE ?3 WHEN 'pdf' THEN type = 'application/pdf' WHEN 'zpl' THEN lower(name) LIKE '%.zpl' ELSE 1 END ORDER BY id = ?2 DESC, at DESC LIMIT 1`, id, req.FileName, req.FileType)
			if err != nil {
				return nil, err
			}
			if !ok {
				return nil, fail.NotFound("no-such-file")
			}
			p.DocumentID = d.ID
		}
		if prints[i], err = a.enqueue(ctx, tx, *p); err != nil {
			return nil, err
		}
	}
	return prints, nil
}

// enqueue adds one print. One that is there already stays as it is.
func (a *Area) enqueue(ctx context.Context, tx *store.Tx, p Print) (Print, error) {
	known, ok, err := store.Get[Print](ctx, tx, `SELECT * FROM document_print WHERE id = ?`, p.ID)
	if err != nil || ok {
		return known, err
	}
	d, err := a.draft(ctx, tx, p.ShipmentID, p.Kind, p.DocumentID)
	if awaits(err) {
		// It waits for its paper, and says why. A tablet that was without a connection has printed one of its own meanwhile, and tells of that.
		p.Answer = fail.CodeOf(err)
		if p.Answer == notMade {
			p.Answer = notYet
			if err := a.orderAgain(ctx, tx, p); err != nil {
				return p, err
			}
		}
		d, err = a.pending(ctx, tx, p)
	}
	if err != nil {
		return p, err
	}
	if p.Warehouse = d.Document.Warehouse; p.Warehouse == "" {
		c, err := a.Shipments.Consignment(ctx, tx, p.ShipmentID)
		if err != nil {
			return p, err
		}
		p.Warehouse = c.Warehouse
	}
	printer, err := printerFor(ctx, tx, p.Warehouse, p.Printer, p.Kind)
	if err != nil {
		return p, err
	}
	if printer.Format == "zpl" && !p.Kind.label() && !(p.Kind == FilePaper && isZPL(d.Document)) {
		return p, fail.Conflict("printer-labels-only", "printer", printer.Name)
	}
	if d.Document.ID != "" && d.Document.Type != pdfType && !isZPL(d.Document) {
		return p, fail.Conflict("file-not-printable", "name", d.Document.Name)
	}
	if p.Copies < 1 {
		p.Copies = p.Kind.usual()
	}
	if p.AgainOf == "" {
		if p.AgainOf, _, err = store.Get[string](ctx, tx, `SELECT id FROM document_print WHERE shipment_id = ? AND kind = ? AND document_id = ? AND state = 'printed' ORDER BY at DESC LIMIT 1`, p.ShipmentID, p.Kind, p.DocumentID); err != nil {
			return p, err
		}
	}
	p.Name, p.Printer, p.State, p.Attempt, p.Language = d.Name, printer.ID, Queued, 1, first(p.Language, first(tx.By.Language, "en"))
	p.At, p.By, p.ByName, p.Params.V = store.At(tx.At), tx.By.User, tx.By.Name, map[string]any{}
	if err := store.Insert(ctx, tx, "document_print", p); err != nil {
		return p, fmt.Errorf("queue print %s: %w", p.ID, err)
	}
	a.ring(tx)
	return p, nil
}

// pending is a signed bill that is being made.
func (a *Area) pending(ctx context.Context, tx *store.Tx, p Print) (Draft, error) {
	c, err := a.Shipments.Consignment(ctx, tx, p.ShipmentID)
	return Draft{Kind: p.Kind, Name: "BOL-" + c.BOL + ".pdf"}, err
}

// PrintReq names a print.
type PrintReq struct {
	PrintID string `json:"PrintId" validate:"required,max=80"`
}

func findPrint(ctx context.Context, tx *store.Tx, id string) (Print, error) {
	p, err := store.Find[Print](ctx, tx, fail.NotFound("no-such-print"), `SELECT * FROM document_print WHERE id = ?`, id)
	return p, err
}

// Retry has a print that failed tried again. It is a new attempt, and the print computer prints it although it knows the name.
func (a *Area) Retry(ctx context.Context, tx *store.Tx, req PrintReq) (Print, error) {
	p, err := findPrint(ctx, tx, req.PrintID)
	if err != nil {
		return p, err
	}
	if p.State != Failed && p.State != Cancelled {
		return p, fail.Conflict("print-not-failed").With(p)
	}
	if _, err := printerFor(ctx, tx, p.Warehouse, p.Printer, p.Kind); err != nil {
		return p, err
	}
	p.State, p.Attempt, p.Answer, p.Params.V, p.Stop, p.SentAt, p.EndedAt = Queued, p.Attempt+1, "", map[string]any{}, false, store.Time{}, store.Time{}
	if p.Kind == BillPaper {
		if err := a.orderAgain(ctx, tx, p); err != nil {
			return p, err
		}
		if _, err := signedOf(ctx, tx, p.ShipmentID); awaits(err) {
			p.Answer = fail.CodeOf(err)
		} else if err != nil {
			return p, err
		}
	}
	a.ring(tx)
	return p, store.Put(ctx, tx, "document_print", "id", p)
}

// Cancel takes a print out of the queue. What the print computer has already is asked back from it; its answer says whether that came in time.
func (a *Area) Cancel(ctx context.Context, tx *store.Tx, req PrintReq) (Print, error) {
	p, err := findPrint(ctx, tx, req.PrintID)
	switch {
	case err != nil:
		return p, err
	case p.State.over():
		return p, fail.Conflict("print-is-over").With(p)
	case p.State == Queued:
		p.State, p.EndedAt, p.Answer = Cancelled, store.At(tx.Now), "print-cancelled"
	default:
		p.Stop = true
	}
	a.ring(tx)
	return p, store.Put(ctx, tx, "document_print", "id", p)
}

// AgainReq prints once more what was printed before. Why is asked, and kept: a second original has cost somebody a load before now.
type AgainReq struct {
	PrintID   string `json:"PrintId" validate:"required,max=80"`
	Reason    string `json:"Reason" validate:"required,min=2,max=200"`
	Copies    int    `json:"Copies" validate:"gte=0,lte=50"`
	PrinterID string `json:"PrinterId" validate:"max=40"`
}

// Again reprints.
func (a *Area) Again(ctx context.Context, tx *store.Tx, req AgainReq) (Print, error) {
	p, err := findPrint(ctx, tx, req.PrintID)
	if err != nil {
		return p, err
	}
	if p.State != Printed {
		return p, fail.Conflict("print-not-printed").With(p)
	}
	again := Print{ID: ulid.Make().String() + "-" + string(p.Kind), ShipmentID: p.ShipmentID, Kind: p.Kind, DocumentID: p.DocumentID, Copies: p.Copies, Language: p.Language, Printer: first(req.PrinterID, p.Printer),
		Reason: req.Reason, AgainOf: p.ID}
	if req.Copies > 0 {
		again.Copies = req.Copies
	}
	return a.enqueue(ctx, tx, again)
}

// printSigned has a freshly signed bill printed where the warehouse wants that and has a printer for it.
func (a *Area) printSigned(ctx context.Context, tx *store.Tx, d Document) error {
	wants, err := a.Dock.PrintsSigned(ctx, tx, d.Warehouse)
	if err != nil || !wants {
		return err
	}
	printer, err := printerFor(ctx, tx, d.Warehouse, "", BillPaper)
	if fail.CodeOf(err) == "no-printer" {
		return nil // the tablet prints it, or nobody
	}
	if err != nil {
		return err
	}
	_, err = a.enqueue(ctx, tx, Print{ID: d.ID + "-signed", ShipmentID: d.ShipmentID, Kind: FilePaper, DocumentID: d.ID, Copies: printer.Papers.V[string(BillPaper)], Printer: printer.ID})
	return err
}

const keepPrints = 14 * 24 * time.Hour // on the devices

// LeavePrints takes old prints from the devices, in one small piece; call it until it returns 0.
func (a *Area) LeavePrints(ctx context.Context, tx *store.Tx) (int, error) {
	res, err := tx.ExecContext(ctx, `UPDATE document_print SET left_at = ?1 WHERE id IN (SELECT id FROM document_print WHERE left_at IS NULL AND at < ?2 LIMIT ?3)`,
		tx.Now.UnixMilli(), tx.Now.Add(-keepPrints).UnixMilli(), maxLeaves)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return int(n), err
}
