package dock

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// LocationReq is where a driver is. The device asks the driver before it tells.
type LocationReq struct {
	ShipmentID string  `json:"ShipmentId" validate:"required,max=40"`
	Latitude   float64 `json:"Latitude" validate:"gte=-90,lte=90"`
	Longitude  float64 `json:"Longitude" validate:"gte=-180,lte=180"`
	Accuracy   float64 `json:"Accuracy" validate:"gte=0,lte=1000000"` // metres
}

// Place is where a truck stood when somebody asked, in whole numbers, as all evidence.
type Place struct {
	ID          string     `json:"id" db:"id"`
	ShipmentID  string     `json:"shipmentId" db:"shipment_id"`
	LatitudeE6  int64      `json:"latitudeE6" db:"latitude_e6"`
	LongitudeE6 int64      `json:"longitudeE6" db:"longitude_e6"`
	Metres      int64      `json:"metres" db:"metres"`
	Salt        string     `json:"salt" db:"salt"` // for whoever checks the digest that the history holds
	At          store.Time `json:"at" db:"at"`
}

// digest proves the place to whom it is told, and tells it to nobody else.
func (p Place) digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d|%d|%d|%s", p.LatitudeE6, p.LongitudeE6, p.Metres, p.Salt))
	return hex.EncodeToString(sum[:])
}

// SaveLocation notes where the driver of a load is, from arrival until the bill is signed and at no other time. The history, which every device of
// the warehouse holds, says that a place was noted, not where it is.
func (a *Area) SaveLocation(ctx context.Context, tx *store.Tx, req LocationReq) (Shipment, error) {
	s, err := a.open(ctx, tx, req.ShipmentID)
	if err != nil {
		return s, err
	}
	if s.State == Waiting {
		return s, fail.Conflict("driver-not-here", "bol", s.BOL)
	}
	p := Place{ID: ulid.Make().String(), ShipmentID: s.ID, LatitudeE6: int64(math.Round(req.Latitude * 1e6)), LongitudeE6: int64(math.Round(req.Longitude * 1e6)), Metres: int64(math.Ceil(req.Accuracy)),
		Salt: rand.Text(), At: store.At(tx.At)}
	if err := store.Insert(ctx, tx, "dock_place", p); err != nil {
		return s, fmt.Errorf("note the place of %s: %w", s.ID, err)
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "driver-location", map[string]any{"place": p.ID, "metres": p.Metres, "digest": p.digest()})
}

// PlaceReq names a noted place.
type PlaceReq struct {
	ShipmentID string `json:"ShipmentId" validate:"required,max=40"`
	Place      string `json:"Place" validate:"required,ulid"`
}

// ReadLocation tells where a truck stood, and writes down who asked: the driver, and whoever answers for the driver's data, can see it.
func (a *Area) ReadLocation(ctx context.Context, tx *store.Tx, req PlaceReq) (Place, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil {
		return Place{}, err
	}
	p, ok, err := store.Get[Place](ctx, tx, `SELECT * FROM dock_place WHERE id = ? AND shipment_id = ?`, req.Place, s.ID)
	switch {
	case err != nil:
		return p, err
	case !ok:
		return p, fail.NotFound("dock-place-unknown")
	}
	return p, a.Shipments.Record(ctx, tx, s.ID, "driver-location-read", map[string]any{"place": p.ID})
}
