package dock

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/mail"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/message"
	"lading/server/store"
)

// SignatureReq is a signature under a bill: who, what the person saw and agreed to, and the pen's trace as two files that may still be on their way.
type SignatureReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	SignedBy   string `json:"SignedBy" validate:"required,max=80"`
	Image      string `json:"Image" validate:"required,len=64,hexadecimal,lowercase"`
	Strokes    string `json:"Strokes" validate:"required,len=64,hexadecimal,lowercase"`
	Role       string `json:"Role" validate:"omitempty,oneof=driver shipper consignee"`
	Consent    string `json:"Consent" validate:"required,max=400"` // version of the words agreed to
	Language   string `json:"Language" validate:"omitempty,oneof=en es fr"`
	Pieces     int64  `json:"Pieces" validate:"required,gt=0,lte=10000000"`
	Pallets    int64  `json:"Pallets" validate:"gte=0,lte=10000"`
	Digest     string `json:"Digest" validate:"omitempty,len=64,hexadecimal,lowercase"`
	Emails     string `json:"Emails" validate:"max=2000"` // further recipients of the signed bill, joined with commas

	Phone *Phone `json:"Phone,omitempty"` // of a signature that was made on the driver's own phone

	Version int64 `json:"Version,omitempty" validate:"gte=0"` // of the bill that the person saw; 0 where the device does not say

	Photos []string `json:"Photos" validate:"max=10,dive,len=64,hexadecimal,lowercase"` // what a signer who disagrees has counted; may still be on their way
}

// emptyFile is the hash of no bytes: what a pad that nobody touched comes to.
const emptyFile = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// Check asks for ink under a name, and reads the addresses.
func (r *SignatureReq) Check() []fail.Field {
	for _, f := range []struct {
		name  string
		empty bool
	}{{"SignedBy", strings.TrimSpace(r.SignedBy) == ""}, {"Image", r.Image == emptyFile}, {"Strokes", r.Strokes == emptyFile}} {
		if f.empty {
			return []fail.Field{fail.Of(f.name, "field-required")}
		}
	}
	if _, bad := addresses(r.Emails); bad != "" {
		return []fail.Field{fail.Of("Emails", "field-not-email")}
	}
	return nil
}

// addresses splits a list that was joined with commas, and names the first that is none.
func addresses(joined string) (out []string, bad string) {
	for _, s := range strings.FieldsFunc(joined, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		a, err := mail.ParseAddress(s)
		if err != nil || a.Name != "" || a.Address != s {
			return out, s
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out, ""
}

// SaveSignature signs a bill of lading. A bill is signed once: of two tablets that were offline together, the second is
// told who signed, not overwritten. The same signature sent again is the same signature.
func (a *Area) SaveSignature(ctx context.Context, tx *store.Tx, req SignatureReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	switch {
	case err != nil:
		return s, err
	case s.State == Void:
		return s, ended(s)
	case s.signed() && s.Strokes == req.Strokes && s.Signature == req.Image:
		return s, nil
	case s.signed() && req.Role == "shipper":
		return s, a.certifiedLate(ctx, tx, s, req)
	case s.signed():
		return s, a.alreadySigned(ctx, tx, s)
	case s.corrected(tx, req):
		// Of two tablets that were offline together the second tells of its signature when the first one's bill has been corrected: it is under the bill before.
		return s, fail.Conflict("bill-corrected-since", "bol", s.BOL, "version", s.Version, "reason", s.Correction).With(s)
	}
	if req.Role == "shipper" {
		return a.certify(ctx, tx, s, req)
	}
	uncertified, err := a.uncertified(ctx, tx, s)
	if err != nil {
		return s, err
	}
	if uncertified && !late(tx, req) {
		return s, shipperFirst(s)
	}
	pallets, err := palletsOf(ctx, tx, s.ID)
	if err != nil {
		return s, err
	}
	exceptions, err := exceptions(ctx, tx, s, req)
	if err != nil {
		return s, err
	}
	setting, err := settingOf(ctx, tx, s.Warehouse)
	if err != nil {
		return s, err
	}
	if req.Role == "" {
		req.Role = "driver"
	}
	if req.Language == "" {
		req.Language = "en"
	}
	s.State, s.SignedBy, s.SignedAt = Signed, strings.TrimSpace(req.SignedBy), store.At(tx.At)
	s.Signature, s.Strokes, s.Consent, s.Digest = req.Image, req.Strokes, req.Consent, req.Digest
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	data := map[string]any{"by": s.SignedBy, "role": req.Role, "image": s.Signature, "strokes": s.Strokes, "consent": s.Consent,
		"language": req.Language, "pieces": req.Pieces, "pallets": req.Pallets, "digest": s.Digest, "exceptions": exceptions, "photos": list(req.Photos), "trailer": s.Trailer, "seal": s.Seal,
		"driver": s.DriverID, "version": s.Version}
	if req.Phone != nil {
		data["phone"] = req.Phone.evidence()
	}
	if uncertified {
		data["uncertified"] = true
		if err := tx.Emit(ctx, event.OfficeTold{Warehouse: s.Warehouse, Code: "notify-bill-uncertified", Params: map[string]any{"bol": s.BOL, "by": s.SignedBy, "carrier": s.CarrierName}, Link: "/ShipmentDetails/" + s.ID}); err != nil {
			return s, err
		}
	}
	if err := a.Shipments.Record(ctx, tx, s.ID, "signed", data); err != nil {
		return s, err
	}
	if err := a.tally(ctx, tx, s.Warehouse, Usage{Signatures: 1, Photos: int64(len(req.Photos))}); err != nil {
		return s, err
	}
	to, _ := addresses(req.Emails)
	if setting.MailBOL {
		for _, m := range setting.MailTo.V {
			if !slices.Contains(to, m) {
				to = append(to, m)
			}
		}
	}
	if err := tx.Emit(ctx, event.BillSigned{ShipmentID: s.ID, BOL: s.BOL, Warehouse: s.Warehouse, SignedBy: s.SignedBy, Trailer: s.Trailer, Seal: s.Seal, Image: s.Signature, Strokes: s.Strokes,
		Consent: s.Consent, Language: req.Language, Role: req.Role, Digest: s.Digest, Pieces: req.Pieces, Pallets: req.Pallets, Exceptions: exceptions,
		DriverName: s.DriverName, DriverLicence: string(s.DriverLicence), MailTo: to, Times: s.times(), Shipper: s.Certificate.V, Stowed: stowed(pallets), Laid: s.Laid}); err != nil {
		return s, err
	}
	return s, a.Shipments.Depart(ctx, tx, s.ID)
}

// certify keeps the shipper's signature. The load stays where it is: it leaves when the driver has signed.
func (a *Area) certify(ctx context.Context, tx *store.Tx, s Shipment, req SignatureReq) (Shipment, error) {
	if c := s.Certificate.V; c != nil && c.Strokes == req.Strokes && c.Image == req.Image {
		return s, nil
	}
	if err := a.certifiable(ctx, tx, s); err != nil {
		return s, err
	}
	if req.Language == "" {
		req.Language = "en"
	}
	c := &event.Certificate{By: strings.TrimSpace(req.SignedBy), At: tx.At.UTC(), Image: req.Image, Strokes: req.Strokes, Consent: req.Consent, Language: req.Language, Pieces: req.Pieces, Pallets: req.Pallets, Digest: req.Digest}
	s.Certificate.V = c
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "certified", map[string]any{"by": c.By, "role": "shipper", "image": c.Image, "strokes": c.Strokes, "consent": c.Consent, "language": c.Language,
		"pieces": c.Pieces, "pallets": c.Pallets, "digest": c.Digest, "trailer": s.Trailer, "seal": s.Seal, "version": s.Version})
}

// corrected reports whether a signature is under a version of the bill that was corrected since.
func (s Shipment) corrected(tx *store.Tx, req SignatureReq) bool {
	return !s.CorrectedAt.IsZero() && tx.At.Before(s.CorrectedAt.Time) || req.Version != 0 && req.Version != s.Version
}

// certifiedLate keeps a shipper's signature that comes when the driver has signed: the bill that stands does not bear it. It stands in the load's
// history with its ink, and the office is told to correct the bill, whose next version the shipper signs first. Sent again, it is the same.
func (a *Area) certifiedLate(ctx context.Context, tx *store.Tx, s Shipment, req SignatureReq) error {
	if c := s.Certificate.V; c != nil && c.Strokes == req.Strokes && c.Image == req.Image {
		return nil
	}
	version := req.Version
	if version == 0 {
		version = s.Version
	}
	ink := sha256.Sum256([]byte(req.Image + " " + req.Strokes))
	kept, err := tx.ExecContext(ctx, `INSERT INTO dock_certified_late (shipment_id, ink, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, s.ID, hex.EncodeToString(ink[:]), store.At(tx.Now))
	if err != nil {
		return err
	}
	if n, err := kept.RowsAffected(); err != nil || n == 0 {
		return err
	}
	by := strings.TrimSpace(req.SignedBy)
	if err := a.Shipments.Record(ctx, tx, s.ID, "certified-late", map[string]any{"by": by, "role": "shipper", "image": req.Image, "strokes": req.Strokes, "consent": req.Consent, "language": req.Language,
		"pieces": req.Pieces, "pallets": req.Pallets, "digest": req.Digest, "version": version, "signedBy": s.SignedBy}); err != nil {
		return err
	}
	return tx.Emit(ctx, event.OfficeTold{Warehouse: s.Warehouse, Code: "notify-bill-certified-late", Params: map[string]any{"bol": s.BOL, "by": by, "version": version}, Link: "/ShipmentDetails/" + s.ID})
}

// lateAfter is how long a signature is under way at most from a tablet that has a network.
const lateAfter = 2 * time.Minute

// late tells of a signature that nobody can be asked for again: it was made on a tablet, which offers the pad only where the shipper has signed as far as it knows, or
// by codes on the driver's phone, or a while ago. The truck has left.
func late(tx *store.Tx, req SignatureReq) bool {
	return tx.By.Device != "" || tx.Now.Sub(tx.At) > lateAfter || req.Phone != nil && req.Phone.Way == "code"
}

// uncertified tells of a load that waits for its shipper's signature, which stands before the driver's.
func (a *Area) uncertified(ctx context.Context, tx *store.Tx, s Shipment) (bool, error) {
	if s.Certificate.V != nil {
		return false, nil
	}
	l, err := s.toSign(ctx, tx)
	if err != nil {
		return false, err
	}
	return a.Bills.ShipperFirst(ctx, tx, s.ID, l)
}

func shipperFirst(s Shipment) error {
	return fail.Conflict("shipper-signs-first", "bol", s.BOL).With(s)
}

// certifiable refuses a load whose bill may not be signed as it is.
func (a *Area) certifiable(ctx context.Context, tx *store.Tx, s Shipment) error {
	l, err := s.toSign(ctx, tx)
	if err != nil {
		return err
	}
	return a.Bills.Certifiable(ctx, tx, s.ID, l)
}

// CorrectBillReq corrects a bill that was signed. A seal or a trailer that is left out stays; counts are corrected on the pallets, before it is signed anew.
type CorrectBillReq struct {
	ShipmentID string  `json:"ShipmentId" validate:"required,max=40"`
	Reason     string  `json:"Reason" validate:"required,max=400"`
	Seal       *string `json:"Seal,omitempty" validate:"omitempty,max=60"`
	Trailer    *string `json:"Trailer,omitempty" validate:"omitempty,max=40"`
}

// Check wants a reason that says something.
func (r *CorrectBillReq) Check() []fail.Field {
	if strings.TrimSpace(r.Reason) == "" {
		return []fail.Field{fail.Of("Reason", "field-required")}
	}
	return nil
}

// CorrectBill opens the next version of a bill that was signed: its load is worked on again, and both sign anew. The version before is kept, and counts until the
// new one is signed.
func (a *Area) CorrectBill(ctx context.Context, tx *store.Tx, req CorrectBillReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	switch {
	case !s.signed():
		return s, fail.Conflict("bill-not-signed", "bol", s.BOL).With(s)
	case s.calledOff():
		return s, ended(s)
	}
	if req.Seal != nil && !same(s.Seal, *req.Seal) {
		if err := s.sealed(ctx, tx, *req.Seal); err != nil {
			return s, err
		}
	}
	was := map[string]any{"by": s.SignedBy, "at": s.SignedAt, "strokes": s.Strokes, "image": s.Signature, "digest": s.Digest, "seal": s.Seal, "trailer": s.Trailer, "certificate": s.Certificate.V}
	s.Version, s.Correction, s.CorrectedAt = s.Version+1, strings.TrimSpace(req.Reason), store.At(tx.Now)
	s.State, s.SignedBy, s.SignedAt, s.Signature, s.Strokes, s.Consent, s.Digest, s.Certificate.V = Loaded, "", store.Time{}, "", "", "", "", nil
	if !s.LeftAt.IsZero() { // it is on the dock's tablets again
		s.LeftAt = store.Time{}
		if _, err := tx.ExecContext(ctx, `UPDATE dock_pallet SET left_at = NULL WHERE shipment_id = ?`, s.ID); err != nil {
			return s, err
		}
	}
	for _, f := range []struct{ at, to *string }{{&s.Seal, req.Seal}, {&s.Trailer, req.Trailer}} {
		if f.to != nil {
			*f.at = strings.TrimSpace(*f.to)
		}
	}
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "bill-corrected", map[string]any{"version": s.Version, "reason": s.Correction, "was": was, "seal": s.Seal, "trailer": s.Trailer})
}

// exceptions says in words what is not as the bill has it.
func exceptions(ctx context.Context, tx *store.Tx, s Shipment, req SignatureReq) ([]string, error) {
	pallets, err := palletsOf(ctx, tx, s.ID)
	if err != nil {
		return nil, err
	}
	out := s.noted(pallets, true)
	if len(pallets) > 0 && req.Pallets != s.LoadedPallets {
		out = append(out, word("bill-count-differs", "signed", req.Pallets, "scanned", s.LoadedPallets))
	}
	if _, aboard, _ := count(s, pallets); len(pallets) > 0 && req.Pieces != aboard {
		out = append(out, word("bill-pieces-differ", "signed", req.Pieces, "scanned", aboard))
	}
	if n := len(req.Photos); n > 0 {
		out = append(out, word("bill-count-photos", "photos", n))
	}
	return out, nil
}

// word is an exception in English, the language of the form.
func word(code string, kv ...any) string {
	return message.Text("en", code, fail.New(0, code, kv...).Params)
}

// reservations names each pallet that is short, damaged, over or, once loading is over, not on board.
func reservations(pallets []Pallet, over bool) []string {
	out := []string{}
	for _, p := range pallets {
		if p.Short > 0 {
			out = append(out, p.shortInWords())
		}
		if p.damaged() {
			out = append(out, p.damageInWords())
		}
		if p.State == Over {
			out = append(out, word("bill-pallet-over", "lpn", p.LPN))
		}
		if over && !p.onTruck() && p.Short < max(p.Pieces, 1) {
			out = append(out, word("bill-pallet-left", "lpn", p.LPN))
		}
	}
	return out
}

func (p Pallet) shortInWords() string {
	return word("bill-pallet-short", "lpn", p.LPN, "short", p.Short, "pieces", p.Pieces, "photos", len(p.ShortPhotos.V), "note", after(p.ShortNote))
}

func (p Pallet) damageInWords() string {
	return word("bill-pallet-damaged", "lpn", p.LPN, "photos", len(p.Photos.V), "note", after(p.DamageNote))
}

// finders are who found the pieces missing and the damage, by the words that say it.
func finders(pallets []Pallet) map[string]string {
	by := map[string]string{}
	for _, p := range pallets {
		if p.Short > 0 && p.ShortBy != "" {
			by[p.shortInWords()] = p.ShortBy
		}
		if p.damaged() && p.DamageBy != "" {
			by[p.damageInWords()] = p.DamageBy
		}
	}
	return by
}

// after is a finding's own words as they stand behind it.
func after(note string) string {
	if note == "" {
		return ""
	}
	return ": " + note
}

// Loading tells paper what the dock knows of a load; ok is false where it is not on a dock.
func (a *Area) Loading(ctx context.Context, tx *store.Tx, shipmentID string) (l freight.Loading, ok bool, err error) {
	s, ok, err := load(ctx, tx, shipmentID)
	if err != nil || !ok {
		return l, false, err
	}
	pallets, err := palletsOf(ctx, tx, s.ID)
	return s.loading(pallets, s.State == Loaded || s.signed()), true, err
}

// loading is what papers follow of a load. Until the loading is over they say what is planned.
func (s Shipment) loading(pallets []Pallet, over bool) freight.Loading {
	l := freight.Loading{Trailer: s.Trailer, Seal: s.Seal, Exceptions: s.noted(pallets, over), FoundBy: finders(pallets), Version: int(s.Version), Correction: s.Correction}
	if over {
		l.Pallets, l.Laid = stowed(pallets), s.Laid
	}
	return l
}

// toSign is a load as it is signed now: whoever signs says that the loading is over, whether the doors were closed on the tablet or not.
func (s Shipment) toSign(ctx context.Context, tx *store.Tx) (freight.Loading, error) {
	pallets, err := palletsOf(ctx, tx, s.ID)
	return s.loading(pallets, true), err
}

func palletsOf(ctx context.Context, tx *store.Tx, shipmentID string) ([]Pallet, error) {
	return store.Select[Pallet](ctx, tx, `SELECT * FROM dock_pallet WHERE shipment_id = ? ORDER BY lpn`, shipmentID)
}
