package claim

import (
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// The law's own terms. Sources: 49 USC 14706(e)(1) (nine months to file, at least), 49 CFR 370.5 (thirty days to acknowledge),
// 49 CFR 370.9 (120 days to decide), NMFC 300135 (five days to report concealed damage).
const (
	lawAckDays    = 30
	lawDecideDays = 120
	lawFileMonths = 9
	lawNoticeDays = 5
)

// CarrierReq is a carrier's claims department, and what its tariff says of claims. A carrier may promise more than the law asks of it, not less.
type CarrierReq struct {
	ID         string `json:"SettingId" db:"id" validate:"max=40"`
	Carrier    string `json:"Carrier" db:"carrier" validate:"required,max=4" field:"upper,scac"`
	Contact    string `json:"Contact" db:"contact" validate:"max=80" field:"trim"`
	Email      string `json:"Email" db:"email" validate:"omitempty,email,max=254" field:"trim"`
	Phone      string `json:"Phone" db:"phone" validate:"max=60" field:"trim"`
	Address    string `json:"Address" db:"address" validate:"max=200" field:"trim"`
	AckDays    int64  `json:"AckDays" db:"ack_days" validate:"gte=1,lte=30"`
	DecideDays int64  `json:"DecideDays" db:"decide_days" validate:"gte=1,lte=120"`
	FileMonths int64  `json:"FileMonths" db:"file_months" validate:"gte=9,lte=60"`
	NoticeDays int64  `json:"NoticeDays" db:"notice_days" validate:"gte=1,lte=30"`
	LimitMinor int64  `json:"LimitMinor" db:"limit_minor" validate:"gte=0,lte=100000000"` // released value of a pound; 0 for full actual loss
	MaxMinor   int64  `json:"MaxMinor" db:"max_minor" validate:"gte=0,lte=100000000000"`  // most for one shipment; 0 for none
	Currency   string `json:"Currency" db:"currency" validate:"required,oneof=USD CAD MXN"`
	Note       string `json:"Note" db:"note" validate:"max=400" field:"trim"`
	resource.Based
}

// CarrierSetting is a carrier's setting as it is kept.
type CarrierSetting struct {
	CarrierReq
	resource.Stamp
}

func carriers(a *Area) *resource.Table[CarrierReq, CarrierSetting] {
	return resource.Of(resource.Spec[CarrierReq, CarrierSetting]{
		Table: "claim_carrier", Noun: "claim-carrier", Order: "carrier", Read: right.SeeClaims, Write: right.ManageClaims,
		Unique: []resource.Unique{{Columns: []string{"carrier"}, Field: "Carrier"}},
		Before: func(ctx context.Context, tx *store.Tx, was, now *CarrierSetting) error {
			if was != nil && was.Carrier == now.Carrier { // one that was switched off since keeps its terms
				return nil
			}
			if _, ok, err := a.Carriers.CarrierName(ctx, tx, now.Carrier); err != nil || ok {
				return err
			}
			return fail.Invalid(fail.Of("Carrier", "carrier-unknown", "carrier", now.Carrier))
		},
		Paths: resource.Paths{List: "Claim/CarrierSettings", Save: "Claim/SaveCarrierSetting", End: "Claim/DeleteCarrierSetting", Restore: "Claim/RestoreCarrierSetting"},
	})
}

// Terms are what counts for one claim: the carrier's own where it has some, otherwise the law's.
type Terms struct {
	Own        bool   `json:"own"` // they are the carrier's
	AckDays    int64  `json:"ackDays"`
	DecideDays int64  `json:"decideDays"`
	FileMonths int64  `json:"fileMonths"`
	NoticeDays int64  `json:"noticeDays"`
	Declared   string `json:"declared"` // what the declared value on the bill is per: lb, kg, piece, shipment; empty where the carrier's limit counts
	LimitMinor int64  `json:"limitMinor"`
	MaxMinor   int64  `json:"maxMinor"`
	Currency   string `json:"currency"`
	Contact    string `json:"contact"`
	Email      string `json:"email"`
	Phone      string `json:"phone"`
	Address    string `json:"address"`
}

// termsOf gives the terms of claims against a carrier.
func termsOf(ctx context.Context, tx *store.Tx, carrier string) (Terms, error) {
	t := Terms{AckDays: lawAckDays, DecideDays: lawDecideDays, FileMonths: lawFileMonths, NoticeDays: lawNoticeDays}
	s, ok, err := store.Get[CarrierSetting](ctx, tx, `SELECT * FROM claim_carrier WHERE carrier = ?`, carrier)
	if err != nil || !ok {
		return t, err
	}
	return Terms{Own: true, AckDays: s.AckDays, DecideDays: s.DecideDays, FileMonths: s.FileMonths, NoticeDays: s.NoticeDays, LimitMinor: s.LimitMinor, MaxMinor: s.MaxMinor,
		Currency: s.Currency, Contact: s.Contact, Email: s.Email, Phone: s.Phone, Address: s.Address}, nil
}
