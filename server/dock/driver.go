package dock

import (
	"context"
	"strings"

	"lading/server/kit/evidence"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Driver is somebody who comes to this warehouse for a carrier, remembered so that the next visit needs no typing.
type Driver struct {
	ID           string     `json:"id" db:"id"`
	Warehouse    string     `json:"warehouse" db:"warehouse"`
	Name         string     `json:"name" db:"name"`
	Carrier      string     `json:"carrier" db:"carrier"`
	Phone        string     `json:"phone" db:"phone"`
	Email        string     `json:"email" db:"email"`
	Licence      string     `json:"licence" db:"licence"`
	LicenceFront string     `json:"licenceFront" db:"licence_front"` // blob hash of the photo
	VerifiedAt   store.Time `json:"verifiedAt" db:"verified_at"`     // when somebody looked at the licence
	AddedAt      store.Time `json:"addedAt" db:"added_at"`
}

// DriverReq tells who drives a load.
type DriverReq struct {
	ShipmentID   string `json:"ShipmentId" validate:"required,max=40"`
	DriverID     string `json:"DriverId" validate:"omitempty,ulid"` // made on the device for somebody new
	Name         string `json:"Name" validate:"required,max=80"`
	Licence      string `json:"Licence" validate:"max=40"`
	LicenceFront string `json:"LicenceFront" validate:"omitempty,len=64,hexadecimal,lowercase"`
	Verified     bool   `json:"Verified"` // the licence was seen and fits the face
	Phone        string `json:"Phone" validate:"max=40"`
	Email        string `json:"Email" validate:"omitempty,email,max=254"`
	Carrier      string `json:"Carrier" validate:"max=10"`
}

// UpdateDriver notes who drives a load, and remembers the driver with the carrier. Two tablets that met the same new
// driver while offline made two keys; the second is laid on the first.
func (a *Area) UpdateDriver(ctx context.Context, tx *store.Tx, req DriverReq) (Shipment, error) {
	s, err := find(ctx, tx, req.ShipmentID)
	if err != nil || s.signed() && same(s.DriverName, req.Name) && (same(string(s.DriverLicence), req.Licence) || evidence.LastFour(string(s.DriverLicence)) == req.Licence) {
		return s, err
	}
	if err := a.workable(ctx, tx, s); err != nil {
		return s, err
	}
	carrier := strings.ToUpper(strings.TrimSpace(req.Carrier))
	if carrier == "" {
		carrier = s.Carrier
	}
	name := strings.Join(strings.Fields(req.Name), " ")
	if name == "" {
		return s, fail.Invalid(fail.Of("Name", "field-required"))
	}
	d, known, err := store.Get[Driver](ctx, tx, `SELECT * FROM dock_driver WHERE id = ?1 OR (warehouse = ?2 AND carrier = ?3 AND name = ?4 COLLATE NOCASE) ORDER BY id = ?1 DESC LIMIT 1`,
		req.DriverID, s.Warehouse, carrier, name)
	if err != nil {
		return s, err
	}
	if known && d.Warehouse != s.Warehouse {
		return s, fail.NotFound("driver-unknown", "driver", req.DriverID)
	}
	if !known {
		d = Driver{ID: req.DriverID, Warehouse: s.Warehouse, AddedAt: store.At(tx.Now)}
		if d.ID == "" {
			d.ID = ulid.Make().String()
		}
	}
	d.Name, d.Carrier = name, carrier
	replace(&d.Phone, req.Phone)
	replace(&d.Email, req.Email)
	if req.Licence != evidence.LastFour(d.Licence) { // a form that was filled from the load has no more of it than that
		replace(&d.Licence, req.Licence)
	}
	replace(&d.LicenceFront, req.LicenceFront)
	if req.Verified {
		d.VerifiedAt = store.At(tx.At)
	}
	if err := store.Put(ctx, tx, "dock_driver", "id", d); err != nil {
		return s, err
	}
	s.DriverID, s.DriverName, s.DriverPhone, s.DriverLicence = d.ID, d.Name, freight.Untold(d.Phone), Licence(d.Licence)
	if s.State == Waiting {
		s.State = Arrived
	}
	if s.ArrivedAt.IsZero() {
		s.ArrivedAt = store.At(tx.At)
	}
	if err := s.save(ctx, tx); err != nil {
		return s, err
	}
	return s, a.Shipments.Record(ctx, tx, s.ID, "driver", map[string]any{"driver": d.ID, "name": d.Name, "licence": evidence.LastFour(d.Licence), "carrier": d.Carrier, "verified": req.Verified})
}

// replace keeps what is known where nothing new is said.
func replace(field *string, v string) {
	if v = strings.TrimSpace(v); v != "" {
		*field = v
	}
}

// PutDriver writes a driver who has picked up before.
func (a *Area) PutDriver(ctx context.Context, tx *store.Tx, d Driver) error {
	return store.Put(ctx, tx, "dock_driver", "id", d)
}
