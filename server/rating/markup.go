package rating

import (
	"context"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/resource"
	"lading/server/store"
	"lading/server/store/listing"
)

// MarkupReq is what a customer pays on top, for a mode or for all.
type MarkupReq struct {
	ID       string            `json:"MarkupId" db:"id" validate:"max=40"`
	Customer string            `json:"Customer" db:"customer" validate:"max=80"`
	Mode     string            `json:"Mode" db:"mode" validate:"omitempty,oneof=LTL VOLUME TL PARCEL INTERMODAL"`
	Kind     engine.MarkupKind `json:"Kind" db:"kind" validate:"required,oneof=flat percent percentMin"`
	Value    engine.Dec        `json:"Value" db:"value"`
	Floor    engine.Cents      `json:"FloorMinor" db:"floor" validate:"gte=0,lte=100000000"`
	resource.Based
}

// Markup is a markup as it is kept.
type Markup struct {
	MarkupReq
	resource.Stamp
}

func markups(a *Area) *resource.Table[MarkupReq, Markup] {
	return resource.Of(resource.Spec[MarkupReq, Markup]{
		Table: "rating_markup", Noun: "markup", Order: "customer, mode", Read: right.ManagePrices, Write: right.ManagePrices,
		Unique: []resource.Unique{{Columns: []string{"customer", "mode"}}}, // a customer has one for a mode
		Before: func(ctx context.Context, tx *store.Tx, was, now *Markup) (err error) {
			if now.Kind != engine.MarkupPercentMin {
				now.Floor = 0
			}
			if now.Customer, err = a.Parties.Standing(ctx, tx, now.Customer); err != nil || now.Customer == "" || was != nil && was.Customer == now.Customer && was.Mode == now.Mode {
				return err
			}
			whose, err := a.Parties.Named(ctx, tx, now.Customer) // its customer's other name counts, too
			if err != nil {
				return err
			}
			other, taken, err := store.Get[string](ctx, tx, `SELECT id FROM rating_markup WHERE mode = ? AND customer COLLATE NOCASE IN (SELECT value FROM json_each(?)) AND id <> ?`, now.Mode, listing.Texts(whose), now.ID)
			if err == nil && taken {
				err = fail.Conflict("markup-exists", "customer", now.Customer, "mode", now.Mode, "id", other)
			}
			return err
		},
		Paths: resource.Paths{Save: "Initial/CustomerMarkup", Restore: "Initial/RestoreCustomerMarkup"},
	})
}

// MarkupsResp is the documents' answer.
type MarkupsResp struct {
	Status  string   `json:"Status"`
	Markups []Markup `json:"Markups"`
}

// Markups lists what customers pay on top.
func (a *Area) Markups(ctx context.Context, tx *store.Tx, _ op.None) (MarkupsResp, error) {
	list, err := markups(a).List(ctx, tx)
	return MarkupsResp{"success", list}, err
}

// Check judges the figures: a percentage up to 1,000, an amount up to a million.
func (r *MarkupReq) Check() (bad []fail.Field) {
	most := engine.Int(1000)
	if r.Kind == engine.MarkupFlat {
		most = engine.Int(1_000_000)
	}
	if r.Value < 0 || r.Value > most || r.Kind == engine.MarkupFlat && r.Value%100 != 0 {
		bad = append(bad, fail.Of("Value", "markup-value-invalid"))
	}
	return bad
}

// DeleteMarkupReq names a markup.
type DeleteMarkupReq struct {
	ID string `json:"MarkupId" validate:"required,max=40"`
}

// DeleteMarkup takes a markup away, and lists those that stay.
func (a *Area) DeleteMarkup(ctx context.Context, tx *store.Tx, req DeleteMarkupReq) (MarkupsResp, error) {
	if _, err := markups(a).End(ctx, tx, req.ID); err != nil {
		return MarkupsResp{}, err
	}
	return a.Markups(ctx, tx, op.None{})
}

// MarkupModes lists the modes that a markup can be for.
func (a *Area) MarkupModes(_ context.Context, _ *store.Tx, _ op.None) ([]engine.Mode, error) {
	return []engine.Mode{engine.ModeLTL, engine.ModeVolume, engine.ModeTruckload, engine.ModeParcel, engine.ModeIntermodal}, nil
}

// MarkupConfig is how markups are found and counted.
type MarkupConfig struct {
	Kinds []engine.MarkupKind `json:"Kinds"`
	Modes []engine.Mode       `json:"Modes"`
	Order []string            `json:"Order"` // which counts, the first that there is
	On    string              `json:"On"`    // what it is taken on
}

// MarkupConfiguration tells how markups work here: on the carrier's total, the customer's own before everybody's, the mode's own before all modes'.
func (a *Area) MarkupConfiguration(ctx context.Context, tx *store.Tx, _ op.None) (MarkupConfig, error) {
	modes, err := a.MarkupModes(ctx, tx, op.None{})
	return MarkupConfig{[]engine.MarkupKind{engine.MarkupFlat, engine.MarkupPercent, engine.MarkupPercentMin}, modes, []string{"customer and mode", "customer", "mode", "all"}, "carrier total"}, err
}

// markupOf gives a customer's markups by mode, whichever of its code, its name and what it was called before a merge they are kept under.
func (a *Area) markupOf(ctx context.Context, tx *store.Tx, customer string) (func(engine.Mode) (engine.Markup, bool), error) {
	named, err := a.Parties.Named(ctx, tx, customer)
	if err != nil {
		return nil, err
	}
	rows, err := store.Select[Markup](ctx, tx, `SELECT * FROM rating_markup WHERE customer = '' OR customer COLLATE NOCASE IN (SELECT value FROM json_each(?))`, listing.Texts(named))
	return func(mode engine.Mode) (engine.Markup, bool) {
		for _, whose := range [][]string{named, {""}} {
			for _, of := range []string{string(mode), ""} {
				for _, name := range whose {
					for _, m := range rows {
						if strings.EqualFold(m.Customer, name) && m.Mode == of {
							return engine.Markup{Kind: m.Kind, Value: m.Value, Floor: m.Floor}, true
						}
					}
				}
			}
		}
		return engine.Markup{}, false
	}, err
}
