package dock

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"time"

	"lading/server/kit/exif"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// Links keeps what strangers may do.
type Links interface {
	OfferLink(ctx context.Context, tx *store.Tx, kind, object, warehouse, hash string, life time.Duration) (link.Link, error)
	FindLink(ctx context.Context, tx *store.Tx, kind, token string) (link.Link, error)
	CountOpening(ctx context.Context, tx *store.Tx, id, agent, address string) error
	UseLink(ctx context.Context, tx *store.Tx, id string) error
	MailLink(ctx context.Context, tx *store.Tx, kind, object, warehouse string, until time.Time) (link.Link, error)
	StandingLink(ctx context.Context, tx *store.Tx, kind, object string) (link.Link, error)
	LinkToken(org, id string) string
}

// Bills gives a load's bill as it would be signed: its text, and the digest that a signature names.
type Bills interface {
	// Certifiable refuses a bill that lacks what a bill needs, or what the law asks of its hazardous materials.
	Certifiable(ctx context.Context, tx *store.Tx, shipmentID string, l freight.Loading) error
	// ShipperFirst tells whether a bill is signed by its shipper before the driver signs.
	ShipperFirst(ctx context.Context, tx *store.Tx, shipmentID string, l freight.Loading) (bool, error)
	BillOf(ctx context.Context, tx *store.Tx, shipmentID string, l freight.Loading) (text json.RawMessage, digest string, err error)
	// SignedPaper gives the latest signed paper of a load, as it was sealed.
	SignedPaper(ctx context.Context, db *store.DB, shipmentID string) (op.Download, error)
}

// Blobs keeps files by the SHA-256 of their content.
type Blobs interface {
	Put(ctx context.Context, org, kind string, content []byte) (hash string, err error)
}

const (
	signLink = "sign" // what the link of a signature is good for
	linkLife = 30 * time.Minute
	// paperLife is how long who signed by a link may fetch the paper by it: a receiver or the police ask for it on the road.
	paperLife = 24 * time.Hour
	maxPhoto  = 500 << 10
	maxInk    = 300 << 10
)

// Phone is the evidence of a signature that was made on the driver's own phone.
type Phone struct {
	Way    string     `json:"Way" validate:"oneof=code"`                     // a link that the phone opened is noted by us alone
	Offer  string     `json:"Offer" validate:"required,max=40"`              // which code it answered
	Shown  string     `json:"Shown" validate:"required,len=64,hexadecimal"`  // digest of the bill that the phone showed
	Answer string     `json:"Answer" validate:"required,len=64,hexadecimal"` // hash of the file that holds the answer and its key, for whoever checks it again
	At     store.Time `json:"At"`                                            // by the phone's clock
	Agent  string     `json:"Agent" validate:"max=200"`
	by     string     // who offered the link
	where  string     // the phone's address
}

func (p *Phone) evidence() map[string]any {
	out := map[string]any{"way": p.Way, "offer": p.Offer, "shown": p.Shown, "at": p.At.UTC().Format(time.RFC3339), "agent": p.Agent}
	for k, v := range map[string]string{"answer": p.Answer, "offeredBy": p.by, "address": p.where} {
		if v != "" {
			out[k] = v
		}
	}
	return out
}

// OfferReq asks for a link under which the driver signs on a phone. The tablet made the secret and shows it; only its hash comes here.
type OfferReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Hash       string `json:"Hash" validate:"required,len=64,hexadecimal,lowercase"`
}

// OfferResp tells how long the link is good.
type OfferResp struct {
	Link      string     `json:"link"`
	ExpiresAt store.Time `json:"expiresAt"`
}

// OfferSignature makes a link for the signature under a load's bill. It is good once, for half an hour; a new one ends the one before.
func (a *Area) OfferSignature(ctx context.Context, tx *store.Tx, req OfferReq) (OfferResp, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	switch {
	case err != nil:
		return OfferResp{}, err
	case s.State == Void:
		return OfferResp{}, ended(s)
	case s.signed():
		return OfferResp{}, a.alreadySigned(ctx, tx, s)
	}
	if err := a.certifiable(ctx, tx, s); err != nil { // before the driver reads it
		return OfferResp{}, err
	}
	if uncertified, err := a.uncertified(ctx, tx, s); err != nil || uncertified {
		if err == nil {
			err = shipperFirst(s)
		}
		return OfferResp{}, err
	}
	l, err := a.Links.OfferLink(ctx, tx, signLink, s.ID, s.Warehouse, req.Hash, linkLife)
	return OfferResp{l.ID, store.At(l.ExpiresAt)}, err
}

// TokenReq is what the holder of a link shows.
type TokenReq struct {
	Token string `json:"Token" validate:"required,max=120"`
}

// PhoneBill is what a driver's phone shows of a load: what counts, in large letters, and the bill to read. It holds no price and nobody's telephone.
type PhoneBill struct {
	BOL        string          `json:"bol"`
	Carrier    string          `json:"carrier"`
	Trailer    string          `json:"trailer"`
	Seal       string          `json:"seal"`
	To         string          `json:"to"`
	Pallets    int64           `json:"pallets"`
	Pieces     int64           `json:"pieces"`
	Weight     freight.Measure `json:"weight"`
	Hazmat     []string        `json:"hazmat"`
	Exceptions []string        `json:"exceptions"`
	DriverName string          `json:"driverName"`
	Bill       json.RawMessage `json:"bill"`
	Digest     string          `json:"digest"`
	ExpiresAt  store.Time      `json:"expiresAt"`
}

// OpenLink shows a driver what the link is for.
func (a *Area) OpenLink(ctx context.Context, c *op.Call, req TokenReq) (PhoneBill, error) {
	db, err := a.PublicLinks.Linked(ctx, req.Token, "link-unknown")
	if err != nil {
		return PhoneBill{}, err
	}
	var out PhoneBill
	_, err = op.Write(ctx, db, c.Visitor(db, ""), func(ctx context.Context, tx *store.Tx) error {
		l, s, err := a.offered(ctx, tx, req.Token)
		if err != nil {
			return err
		}
		if out, err = a.phoneBill(ctx, tx, s); err != nil {
			return err
		}
		out.ExpiresAt = store.At(l.ExpiresAt)
		return a.Links.CountOpening(ctx, tx, l.ID, c.Agent, c.IP)
	})
	return out, op.Bare(err)
}

// offered gives the load that a good link is for, and lets its holder see that load's warehouse.
func (a *Area) offered(ctx context.Context, tx *store.Tx, token string) (link.Link, Shipment, error) {
	l, err := a.Links.FindLink(ctx, tx, signLink, token)
	if l.ID == "" {
		return l, Shipment{}, err
	}
	tx.By.Warehouses = []string{l.Warehouse}
	if err != nil {
		return l, Shipment{}, err
	}
	s, err := find(ctx, tx, l.Object)
	switch {
	case err != nil:
		return l, s, err
	case s.State == Void:
		return l, s, fail.Conflict("link-load-void", "bol", s.BOL)
	case s.signed():
		return l, s, a.alreadySigned(ctx, tx, s)
	}
	uncertified, err := a.uncertified(ctx, tx, s) // taken back since the link was offered: something of the load has changed
	if err == nil && uncertified {
		err = shipperFirst(s)
	}
	return l, s, err
}

// count is what stands on the trailer, as a person would count it; the twin of aboard in the web's dock.
func count(s Shipment, pallets []Pallet) (on, pieces int64, weight freight.Measure) {
	if len(pallets) == 0 {
		return s.TotalPallets, s.Pieces, s.Weight.V
	}
	for _, p := range pallets {
		if p.onTruck() {
			on, pieces, weight = on+1, pieces+p.Pieces-p.Short, weight.Add(p.Weight.V)
		}
	}
	if on == int64(len(pallets)) {
		weight = s.Weight.V
	}
	return on, pieces, weight
}

func (a *Area) phoneBill(ctx context.Context, tx *store.Tx, s Shipment) (PhoneBill, error) {
	pallets, err := palletsOf(ctx, tx, s.ID)
	if err != nil {
		return PhoneBill{}, err
	}
	out := PhoneBill{BOL: s.BOL, Carrier: s.CarrierName, Trailer: s.Trailer, Seal: s.Seal, To: strings.TrimSpace(s.Consignee + ", " + s.City + " " + s.Region), DriverName: s.DriverName,
		Hazmat: list(s.Hazmat.V), Exceptions: s.noted(pallets, true)}
	out.Pallets, out.Pieces, out.Weight = count(s, pallets)
	out.Bill, out.Digest, err = a.Bills.BillOf(ctx, tx, s.ID, s.loading(pallets, true))
	return out, err
}

// PhoneSignReq is a driver's signature from a phone. What is drawn and photographed comes with it: a stranger's phone has no queue of files.
type PhoneSignReq struct {
	Token    string     `json:"Token" validate:"required,max=120"`
	SignedBy string     `json:"SignedBy" validate:"required,max=80"`
	Image    string     `json:"Image" validate:"required,base64,max=500000"` // PNG
	Strokes  string     `json:"Strokes" validate:"required,json,max=400000"`
	Consent  string     `json:"Consent" validate:"required,max=400"`
	Language string     `json:"Language" validate:"required,oneof=en es fr"`
	Pieces   int64      `json:"Pieces" validate:"required,gt=0,lte=10000000"`
	Pallets  int64      `json:"Pallets" validate:"gte=0,lte=10000"`
	Digest   string     `json:"Digest" validate:"required,len=64,hexadecimal,lowercase"` // of the bill that the phone showed
	Photos   []string   `json:"Photos" validate:"max=3,dive,base64,max=700000"`          // JPEG: what the driver counted
	At       store.Time `json:"At"`
}

// PhoneSigned tells the driver that it is done.
type PhoneSigned struct {
	BOL      string     `json:"bol"`
	SignedBy string     `json:"signedBy"`
	SignedAt store.Time `json:"signedAt"`
}

type file struct {
	hash, kind string
	content    []byte
}

func newFile(kind string, content []byte) file {
	sum := sha256.Sum256(content)
	return file{hex.EncodeToString(sum[:]), kind, content}
}

// files reads what came with a signature: the picture first, the pen's path second, then the photos.
func (r PhoneSignReq) files() ([]file, error) {
	ink, err := base64.StdEncoding.DecodeString(r.Image)
	if err != nil || len(ink) > maxInk {
		return nil, fail.Invalid(fail.Of("Image", "field-malformed"))
	}
	if c, err := png.DecodeConfig(bytes.NewReader(ink)); err != nil || c.Width > 3000 || c.Height > 3000 {
		return nil, fail.Invalid(fail.Of("Image", "field-malformed"))
	}
	out := []file{newFile("image/png", ink), newFile("application/json", []byte(r.Strokes))}
	for i, p := range r.Photos {
		photo, err := base64.StdEncoding.DecodeString(p)
		if err == nil && len(photo) <= maxPhoto {
			_, err = jpeg.DecodeConfig(bytes.NewReader(photo))
		}
		var bare []byte
		if err == nil && len(photo) <= maxPhoto {
			bare, err = exif.WithoutPlace(photo)
		}
		if err != nil || len(photo) > maxPhoto {
			return nil, fail.Invalid(fail.Of(fmt.Sprintf("Photos[%d]", i), "field-malformed"))
		}
		out = append(out, newFile("image/jpeg", bare))
	}
	return out, nil
}

// SignByLink signs a bill from the driver's own phone: by the very SaveSignature that the tablet sends, with the evidence of how it came about.
// The link is used up by it. The same signature told again, after a lost answer, is the same signature. It is answered once the replica holds it: the driver leaves
// then, and nobody else has it.
func (a *Area) SignByLink(ctx context.Context, c *op.Call, req PhoneSignReq) (PhoneSigned, error) {
	files, err := req.files()
	if err != nil {
		return PhoneSigned{}, err
	}
	db, err := a.PublicLinks.Linked(ctx, req.Token, "link-unknown")
	if err != nil {
		return PhoneSigned{}, err
	}
	call := c.Visitor(db, strings.TrimSpace(req.SignedBy))
	var out PhoneSigned
	done := false                                                                   // the signature is there already
	if err := db.Read(ctx, call.By, func(ctx context.Context, tx *store.Tx) error { // before anything is kept of what a stranger sent
		out, done, err = a.told(ctx, tx, req.Token, files)
		return err
	}); err != nil || done {
		if err == nil {
			err = op.Shared(ctx, db, db.Version())
		}
		return out, op.Bare(err)
	}
	for _, f := range files {
		if _, err := a.Blobs.Put(ctx, call.Org, f.kind, f.content); err != nil {
			return out, fmt.Errorf("keep what came with a signature: %w", err)
		}
	}
	written, err := op.Write(ctx, db, call, func(ctx context.Context, tx *store.Tx) (err error) {
		if out, done, err = a.told(ctx, tx, req.Token, files); err != nil || done {
			return err
		}
		out, err = a.signLinked(ctx, tx, call, req, files)
		return err
	})
	if err == nil {
		err = op.Shared(ctx, db, max(written.Version, db.Version()))
	}
	return out, op.Bare(err)
}

// told tells whether this very signature was taken before, and otherwise whether the link is still good.
func (a *Area) told(ctx context.Context, tx *store.Tx, token string, files []file) (PhoneSigned, bool, error) {
	l, _, err := a.offered(ctx, tx, token)
	if err == nil || l.ID == "" {
		return PhoneSigned{}, false, err
	}
	s, known, e := load(ctx, tx, l.Object)
	if e != nil {
		return PhoneSigned{}, false, e
	}
	if known && s.signed() && s.Signature == files[0].hash && s.Strokes == files[1].hash {
		return PhoneSigned{s.BOL, s.SignedBy, s.SignedAt}, true, nil
	}
	return PhoneSigned{}, false, err
}

func (a *Area) signLinked(ctx context.Context, tx *store.Tx, c *op.Call, req PhoneSignReq, files []file) (PhoneSigned, error) {
	l, s, err := a.offered(ctx, tx, req.Token)
	if err != nil {
		return PhoneSigned{}, err
	}
	shown, err := a.phoneBill(ctx, tx, s)
	if err != nil {
		return PhoneSigned{}, err
	}
	if shown.Digest != req.Digest { // somebody scanned or corrected something while the driver read
		return PhoneSigned{}, fail.Conflict("link-bill-changed", "bol", s.BOL)
	}
	for _, f := range files {
		if err := store.KeepBlob(ctx, tx, f.hash, int64(len(f.content)), f.kind); err != nil {
			return PhoneSigned{}, err
		}
	}
	sign := SignatureReq{ShipmentID: s.ID, SignedBy: req.SignedBy, Image: files[0].hash, Strokes: files[1].hash, Role: "driver", Consent: req.Consent, Language: req.Language, Pieces: req.Pieces, Pallets: req.Pallets,
		Phone: &Phone{Way: "link", Offer: l.ID, Shown: req.Digest, At: req.At, Agent: cut(c.Agent, 200), by: l.By, where: c.IP}}
	for _, f := range files[2:] {
		sign.Photos = append(sign.Photos, f.hash)
	}
	if bad := sign.Check(); len(bad) > 0 {
		return PhoneSigned{}, fail.Invalid(bad...)
	}
	signed, err := s.toSign(ctx, tx)
	if err != nil {
		return PhoneSigned{}, err
	}
	if signed.Exceptions, err = exceptions(ctx, tx, s, sign); err != nil {
		return PhoneSigned{}, err
	}
	if _, sign.Digest, err = a.Bills.BillOf(ctx, tx, s.ID, signed); err != nil {
		return PhoneSigned{}, err
	}
	if s, err = a.SaveSignature(ctx, tx, sign); err != nil {
		return PhoneSigned{}, err
	}
	return PhoneSigned{s.BOL, s.SignedBy, s.SignedAt}, a.Links.UseLink(ctx, tx, l.ID)
}

// PaperByLink gives the driver the sealed bill that this very link was used to sign.
func (a *Area) PaperByLink(ctx context.Context, c *op.Call, req TokenReq) (op.Download, error) {
	db, err := a.PublicLinks.Linked(ctx, req.Token, "link-unknown")
	if err != nil {
		return op.Download{}, err
	}
	var load string
	if err := db.Read(ctx, c.Visitor(db, "").By, func(ctx context.Context, tx *store.Tx) error {
		l, _, err := a.offered(ctx, tx, req.Token)
		switch {
		case fail.CodeOf(err) != "link-used":
			if err == nil {
				err = fail.NotFound("paper-not-yet")
			}
			return err
		case tx.Now.Sub(l.MadeAt) > paperLife:
			return fail.New(http.StatusGone, "link-expired")
		}
		load = l.Object
		return nil
	}); err != nil {
		return op.Download{}, op.Bare(err)
	}
	return a.Bills.SignedPaper(ctx, db, load)
}

func cut(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "")
	}
	return s
}
