package document

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Printer is where paper comes out, as the print computer beside it reaches it.
type Printer struct {
	ID        string                     `json:"id" db:"id"`
	Agent     string                     `json:"agent" db:"agent"`
	Warehouse string                     `json:"warehouse" db:"warehouse"`
	Name      string                     `json:"name" db:"name"`
	Address   string                     `json:"address" db:"address"`
	Format    string                     `json:"format" db:"format"` // pdf or zpl
	Dots      int                        `json:"dots" db:"dots"`
	Papers    store.JSON[map[string]int] `json:"papers" db:"papers"`   // what it prints where nobody chooses, with the usual copies
	Trouble   string                     `json:"trouble" db:"trouble"` // a message's code
	TroubleAt store.Time                 `json:"troubleAt" db:"trouble_at"`
	RemovedAt store.Time                 `json:"-" db:"removed_at"`
}

// Place is the warehouse that the printer lies in.
func (p Printer) Place() string { return p.Warehouse }

// printerFor gives the printer that is named, or the warehouse's usual one for a paper.
func printerFor(ctx context.Context, tx *store.Tx, warehouse, id string, kind PaperKind) (Printer, error) {
	if id != "" {
		p, err := store.Find[Printer](ctx, tx, fail.NotFound("printer-unknown"), `SELECT * FROM document_printer WHERE id = ? AND removed_at IS NULL`, id)
		return p, err
	}
	// a file is printed where bills are
	usual := kind
	if kind == FilePaper {
		usual = BillPaper
	}
	p, ok, err := store.Get[Printer](ctx, tx, `SELECT * FROM document_printer WHERE warehouse = ?1 AND removed_at IS NULL AND json_extract(papers, '$."' || ?2 || '"') > 0 ORDER BY name LIMIT 1`, warehouse, string(usual))
	if err == nil && !ok {
		err = fail.Conflict("no-printer", "warehouse", warehouse)
	}
	return p, err
}

// PrinterReq describes a printer of a print computer.
type PrinterReq struct {
	PrinterID string         `json:"PrinterId" validate:"max=40"`
	Agent     string         `json:"Agent" validate:"required,max=40"`
	Name      string         `json:"Name" validate:"required,max=60"`
	Address   string         `json:"Address" validate:"required,max=300"`
	Format    string         `json:"Format" validate:"required,oneof=pdf zpl"`
	Dots      int            `json:"Dots" validate:"omitempty,oneof=8 12"`
	Papers    map[string]int `json:"Papers" validate:"max=5,dive,gte=0,lte=20"`
}

// Check reads the address and the papers.
func (r *PrinterReq) Check() (bad []fail.Field) {
	if !addressFits(r.Address) {
		bad = append(bad, fail.Of("Address", "printer-address"))
	}
	for kind, copies := range r.Papers {
		k := PaperKind(kind)
		switch {
		case !slices.Contains(k.Values(), kind) || k == FilePaper:
			bad = append(bad, fail.Of("Papers", "field-malformed"))
		case r.Format == "zpl" && copies > 0 && !k.label():
			bad = append(bad, fail.Of("Papers", "printer-labels-only", "printer", r.Name))
		}
	}
	return bad
}

// addressFits tells whether the print computer could reach it: a socket, an IPP printer or a CUPS queue, or one of its own folders.
// A folder is a bare name; where it stands is decided on that computer alone.
func addressFits(address string) bool {
	if name, ok := strings.CutPrefix(address, "folder:"); ok {
		return name != "" && name == strings.Trim(name, ". ") && !strings.ContainsAny(name, `/\:`) && len(name) <= 60
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil {
		return false
	}
	switch u.Scheme {
	case "raw":
		return strings.Trim(u.Path, "/") == ""
	case "ipp", "ipps":
		return true
	}
	return false
}

// SavePrinter adds or changes a printer. A paper has one usual printer a warehouse: naming a new one takes it from the old.
func (a *Area) SavePrinter(ctx context.Context, tx *store.Tx, req PrinterReq) (Printer, error) {
	agent, err := findAgent(ctx, tx, req.Agent)
	if err != nil {
		return Printer{}, err
	}
	p := Printer{ID: ulid.Make().String()}
	if req.PrinterID != "" {
		if p, err = printerFor(ctx, tx, "", req.PrinterID, ""); err != nil {
			return p, err
		}
		if p.Warehouse != agent.Warehouse { // prints that wait there are another dock's
			return p, fail.Conflict("printer-moves-warehouse")
		}
	}
	p.Agent, p.Warehouse, p.Name, p.Address, p.Format, p.Dots = agent.ID, agent.Warehouse, req.Name, req.Address, req.Format, dots(req.Dots)
	p.Papers.V, p.Trouble, p.TroubleAt = map[string]int{}, "", store.Time{}
	others, err := store.Select[Printer](ctx, tx, `SELECT * FROM document_printer WHERE warehouse = ? AND id <> ? AND removed_at IS NULL`, p.Warehouse, p.ID)
	if err != nil {
		return p, err
	}
	for kind, copies := range req.Papers {
		if copies > 0 {
			p.Papers.V[kind] = copies
		}
	}
	for _, o := range others {
		had := len(o.Papers.V)
		for kind := range p.Papers.V {
			delete(o.Papers.V, kind)
		}
		if len(o.Papers.V) < had {
			if err := store.Put(ctx, tx, "document_printer", "id", o); err != nil {
				return p, err
			}
		}
	}
	a.ring(tx)
	return p, store.Put(ctx, tx, "document_printer", "id", p)
}

// PrinterRef names a printer.
type PrinterRef struct {
	PrinterID string `json:"PrinterId" validate:"required,max=40"`
}

// RemovePrinter takes a printer away. What waits for it has failed, and says why.
func (a *Area) RemovePrinter(ctx context.Context, tx *store.Tx, req PrinterRef) (op.None, error) {
	p, err := printerFor(ctx, tx, "", req.PrinterID, "")
	if err != nil {
		return op.None{}, err
	}
	return op.None{}, a.removePrinter(ctx, tx, p)
}

func (a *Area) removePrinter(ctx context.Context, tx *store.Tx, p Printer) error {
	if _, err := tx.ExecContext(ctx, `UPDATE document_printer SET removed_at = ? WHERE id = ?`, store.At(tx.Now), p.ID); err != nil {
		return err
	}
	a.ring(tx)
	_, err := tx.ExecContext(ctx, `UPDATE document_print SET state = 'failed', answer = 'printer-removed', ended_at = ? WHERE printer = ? AND state IN ('queued', 'sent', 'waiting')`, store.At(tx.Now), p.ID)
	return err
}
