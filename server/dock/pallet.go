package dock

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
	"lading/server/store"
)

// PalletState is what is to be said of a pallet. Short and damaged say more than loaded, so they stand in its place;
// whether a pallet is on the trailer is told by ScannedAt.
type PalletState string

// The states of a pallet.
const (
	Staged  PalletState = "staged"
	OnTruck PalletState = "loaded"
	Short   PalletState = "short"
	Damaged PalletState = "damaged"
	Over    PalletState = "over"
)

// Values lists the states.
func (PalletState) Values() []string { return []string{"staged", "loaded", "short", "damaged", "over"} }

// Pallet is one handling unit of a load.
type Pallet struct {
	ID          string                      `json:"id" db:"id"`
	ShipmentID  string                      `json:"shipmentId" db:"shipment_id"`
	Warehouse   string                      `json:"warehouse" db:"warehouse"`
	LPN         string                      `json:"lpn" db:"lpn"`
	SSCC        string                      `json:"sscc" db:"sscc"`
	Description string                      `json:"description" db:"description"`
	Pieces      int64                       `json:"pieces" db:"pieces"`
	Weight      store.JSON[freight.Measure] `json:"weight" db:"weight"`
	State       PalletState                 `json:"state" db:"state"`
	Short       int64                       `json:"short" db:"short"`   // pieces that are missing
	Note        string                      `json:"note" db:"note"`     // about the pallet, not about a finding
	Photos      store.JSON[[]string]        `json:"photos" db:"photos"` // of the damage; blob hashes
	DamageNote  string                      `json:"damageNote" db:"damage_note"`
	DamageBy    string                      `json:"damageBy" db:"damage_by"` // who found it
	ShortNote   string                      `json:"shortNote" db:"short_note"`
	ShortBy     string                      `json:"shortBy" db:"short_by"`
	ShortPhotos store.JSON[[]string]        `json:"shortPhotos" db:"short_photos"`
	ScannedAt   store.Time                  `json:"scannedAt" db:"scanned_at"`
	ScannedBy   string                      `json:"scannedBy" db:"scanned_by"`
	Device      string                      `json:"device" db:"device"`
	ItemCode    string                      `json:"itemCode" db:"item_code"`
	Length      store.JSON[freight.Measure] `json:"length" db:"length"`
	Width       store.JSON[freight.Measure] `json:"width" db:"width"`
	Height      store.JSON[freight.Measure] `json:"height" db:"height"`
	LeftAt      store.Time                  `json:"-" db:"left_at"`
	Lot         string                      `json:"lot" db:"lot"`
	ExpiresOn   string                      `json:"expiresOn" db:"expires_on"`
	BestBefore  string                      `json:"bestBefore" db:"best_before"`

	Contents store.JSON[[]freight.Content] `json:"contents" db:"contents"` // of the load's lines
	NextID   string                        `json:"-" db:"next_id"`         // itself on the later load that it went with, once it was left behind
}

// stowed are a load's pallets as papers follow them. What turned up beside the order is named among the exceptions and is on no line.
func stowed(pallets []Pallet) []freight.Stowed {
	out := make([]freight.Stowed, len(pallets))
	for i, p := range pallets {
		out[i] = freight.Stowed{Contents: p.Contents.V, Pieces: p.Pieces, Short: p.Short, Weight: p.Weight.V, Aboard: p.onTruck()}
	}
	return out
}

func (p Pallet) onTruck() bool { return !p.ScannedAt.IsZero() }

// damaged tells whether damage was found on it. One that turned up over is said to be that first, and keeps what was found in words or pictures.
func (p Pallet) damaged() bool {
	return p.State == Damaged || p.State == Over && (p.DamageNote != "" || len(p.Photos.V) > 0)
}

// settle names the pallet's state after what is known of it.
func (p *Pallet) settle() {
	switch {
	case p.State == Damaged || p.State == Over:
	case p.Short > 0:
		p.State = Short
	case p.onTruck():
		p.State = OnTruck
	default:
		p.State = Staged
	}
}

// PalletReq names a pallet of a load.
type PalletReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	PalletID   string `json:"PalletId" validate:"max=40"`
	LPN        string `json:"Lpn" validate:"max=60"` // as it was scanned
}

// workablePallet gives the pallet that was meant, of a load that may still be worked on.
func (a *Area) workablePallet(ctx context.Context, tx *store.Tx, req PalletReq) (Pallet, Shipment, error) {
	p, s, err := findPallet(ctx, tx, req)
	if err == nil {
		err = a.workable(ctx, tx, s)
	}
	return p, s, err
}

// findPallet gives the pallet that was meant, by its key or by what was scanned, together with its load.
func findPallet(ctx context.Context, tx *store.Tx, req PalletReq) (Pallet, Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return Pallet{}, s, err
	}
	scan := gs1.FromScan(req.LPN)
	var found []Pallet
	if req.PalletID != "" {
		found, err = store.Select[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE id = ?`, req.PalletID)
	} else if scan != "" { // a customer's own number may be in use twice; the one of this load is meant then
		found, err = store.Select[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE (lpn = ?1 OR sscc = ?1 AND sscc <> '') AND left_at IS NULL ORDER BY shipment_id = ?2 DESC, next_id = '' DESC LIMIT 1`, scan, s.ID)
	}
	if err != nil {
		return Pallet{}, s, err
	}
	if len(found) == 0 || !tx.By.SeesWarehouse(found[0].Warehouse) {
		if scan == "" {
			scan = req.PalletID
		}
		return Pallet{}, s, fail.NotFound("lpn-unknown", "lpn", scan)
	}
	p := found[0]
	if p.ShipmentID != s.ID {
		other, _, err := load(ctx, tx, p.ShipmentID)
		if err != nil {
			return p, s, err
		}
		return p, s, fail.Conflict("pallet-other-shipment", "lpn", p.LPN, "door", other.Door, "bol", other.BOL).With(p)
	}
	if scan != "" && scan != p.LPN && scan != p.SSCC {
		return p, s, fail.Conflict("lpn-mismatch", "scanned", scan, "lpn", p.LPN).With(p)
	}
	return p, s, nil
}

// keep saves a pallet and what follows from it for its load: the count, and that loading has begun.
func keep(ctx context.Context, tx *store.Tx, s Shipment, p Pallet) error {
	p.settle()
	if err := store.Put(ctx, tx, "dock_pallet", "id", p); err != nil {
		return fmt.Errorf("save pallet %s: %w", p.ID, err)
	}
	was, withdrawn := s.LoadedPallets, s.withdraw(tx)
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM dock_pallet WHERE shipment_id = ? AND scanned_at IS NOT NULL`, s.ID).Scan(&s.LoadedPallets); err != nil {
		return err
	}
	switch {
	case s.LoadedPallets > was && (s.State == Waiting || s.State == Arrived):
		s.State = Loading
	case s.LoadedPallets < was && s.State == Loaded: // the doors are open again
		s.State = Loading
	case s.LoadedPallets == was && !withdrawn:
		return nil
	}
	return s.save(ctx, tx)
}

// LoadPallet notes that a pallet is on the trailer. Scanned again, by whomever and whenever, it is loaded still, and counted once.
func (a *Area) LoadPallet(ctx context.Context, tx *store.Tx, req PalletReq) (Pallet, error) {
	p, s, err := findPallet(ctx, tx, req)
	if err != nil || p.onTruck() && s.State != Void {
		return p, err
	}
	if err := a.workable(ctx, tx, s); err != nil {
		return p, err
	}
	if p.NextID != "" {
		other, err := nextOf(ctx, tx, p)
		if err == nil {
			err = fail.Conflict("pallet-other-shipment", "lpn", p.LPN, "door", other.Door, "bol", other.BOL).With(p)
		}
		return p, err
	}
	p.ScannedAt, p.ScannedBy, p.Device = store.At(tx.At), tx.By.User, tx.By.Device
	if p.Short == p.Pieces { // none of it was there, and now it is
		p.Short = 0
	}
	s.worked(tx)
	if err := keep(ctx, tx, s, p); err != nil {
		return p, err
	}
	p.settle()
	if err := a.tally(ctx, tx, s.Warehouse, Usage{Scans: 1}); err != nil {
		return p, err
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "pallet-loaded", map[string]any{"pallet": p.ID, "lpn": p.LPN, "sscc": p.SSCC})
}

// UnloadPallet takes a pallet off the trailer again.
func (a *Area) UnloadPallet(ctx context.Context, tx *store.Tx, req PalletReq) (Pallet, error) {
	p, s, err := a.workablePallet(ctx, tx, req)
	if err != nil || !p.onTruck() {
		return p, err
	}
	p.ScannedAt, p.ScannedBy, p.Device = store.Time{}, "", ""
	if err := keep(ctx, tx, s, p); err != nil {
		return p, err
	}
	p.settle()
	if err := a.tally(ctx, tx, s.Warehouse, Usage{Scans: -1}); err != nil {
		return p, err
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "pallet-unloaded", map[string]any{"pallet": p.ID, "lpn": p.LPN})
}

// ShortReq says how many pieces of a pallet are missing; zero takes the note back.
type ShortReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	PalletID   string `json:"PalletId" validate:"max=40"`
	LPN        string `json:"Lpn" validate:"max=60"`
	Pieces     int64  `json:"Pieces" validate:"gte=0,lte=10000000"`
	Note       string `json:"Note" validate:"max=400"`

	Photos []string `json:"Photos" validate:"max=20,dive,len=64,hexadecimal,lowercase"` // may still be on their way
}

// NoteShort notes that pieces of a pallet are missing. A pallet of which every piece is missing is not on the trailer.
func (a *Area) NoteShort(ctx context.Context, tx *store.Tx, req ShortReq) (Pallet, error) {
	p, s, err := a.workablePallet(ctx, tx, PalletReq{req.ShipmentID, req.PalletID, req.LPN})
	if err != nil {
		return p, err
	}
	if req.Pieces > p.Pieces {
		return p, fail.Invalid(fail.Of("Pieces", "short-more-than-there", "pieces", p.Pieces, "lpn", p.LPN)).With(p)
	}
	if p.Short == req.Pieces && (p.ShortNote == req.Note || req.Pieces == 0) && len(added(p.ShortPhotos.V, req.Photos)) == len(p.ShortPhotos.V) {
		return p, nil
	}
	noted := int64(0)
	switch {
	case p.Short == 0 && req.Pieces > 0:
		noted = 1
	case p.Short > 0 && req.Pieces == 0:
		noted = -1
	}
	p.Short, p.ShortNote, p.ShortBy = req.Pieces, req.Note, tx.By.Name
	before := len(p.ShortPhotos.V)
	p.ShortPhotos.V = added(p.ShortPhotos.V, req.Photos)
	if req.Pieces == 0 {
		p.ShortNote, p.ShortBy, p.ShortPhotos.V = "", "", []string{}
	}
	if p.Short == p.Pieces {
		p.ScannedAt, p.ScannedBy, p.Device = store.Time{}, "", ""
	}
	if err := keep(ctx, tx, s, p); err != nil {
		return p, err
	}
	p.settle()
	if err := a.tally(ctx, tx, s.Warehouse, Usage{Exceptions: noted, Photos: int64(max(0, len(p.ShortPhotos.V)-before))}); err != nil {
		return p, err
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "pallet-short", map[string]any{"pallet": p.ID, "lpn": p.LPN, "pieces": p.Short, "of": p.Pieces, "note": p.ShortNote, "photos": list(req.Photos)})
}

// DamageReq describes damage. The photos are named by their hashes and may still be on their way.
type DamageReq struct {
	ShipmentID string   `json:"ShipmentId" validate:"required,max=40"`
	PalletID   string   `json:"PalletId" validate:"max=40"`
	LPN        string   `json:"Lpn" validate:"max=60"`
	Photos     []string `json:"Photos" validate:"max=20,dive,len=64,hexadecimal,lowercase"`
	Note       string   `json:"Note" validate:"max=400"`
}

// Check wants words or a photo.
func (r *DamageReq) Check() []fail.Field {
	if len(r.Photos) == 0 && r.Note == "" {
		return []fail.Field{fail.Of("Photos", "damage-undescribed")}
	}
	return nil
}

// NoteDamage notes that a pallet is damaged. Photos of several tablets add up.
func (a *Area) NoteDamage(ctx context.Context, tx *store.Tx, req DamageReq) (Pallet, error) {
	p, s, err := a.workablePallet(ctx, tx, PalletReq{req.ShipmentID, req.PalletID, req.LPN})
	if err != nil {
		return p, err
	}
	noted := int64(0)
	if !p.damaged() {
		noted = 1
	}
	if p.State != Over {
		p.State = Damaged
	}
	before := len(p.Photos.V)
	p.Photos.V, p.DamageBy = added(p.Photos.V, req.Photos), tx.By.Name
	if req.Note != "" {
		p.DamageNote = req.Note
	}
	if err := keep(ctx, tx, s, p); err != nil {
		return p, err
	}
	if err := a.tally(ctx, tx, s.Warehouse, Usage{Exceptions: noted, Photos: int64(len(p.Photos.V) - before)}); err != nil {
		return p, err
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "pallet-damaged", map[string]any{"pallet": p.ID, "lpn": p.LPN, "photos": req.Photos, "note": req.Note})
}

// added are photos with those that are new among more of them.
func added(photos, more []string) []string {
	photos = list(photos)
	for _, h := range more {
		if !slices.Contains(photos, h) {
			photos = append(photos, h)
		}
	}
	return photos
}

// NoteReq is a few words about a pallet; none take the note back.
type NoteReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	PalletID   string `json:"PalletId" validate:"max=40"`
	LPN        string `json:"Lpn" validate:"max=60"`
	Note       string `json:"Note" validate:"max=400"`
}

// NotePallet keeps words about a pallet and leaves its count alone: a count that another tablet corrected meanwhile stays corrected.
func (a *Area) NotePallet(ctx context.Context, tx *store.Tx, req NoteReq) (Pallet, error) {
	p, s, err := a.workablePallet(ctx, tx, PalletReq{req.ShipmentID, req.PalletID, req.LPN})
	if err != nil || p.Note == req.Note {
		return p, err
	}
	p.Note = req.Note
	if err := keep(ctx, tx, s, p); err != nil {
		return p, err
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "pallet-noted", map[string]any{"pallet": p.ID, "lpn": p.LPN, "note": p.Note})
}
