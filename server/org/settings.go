package org

import (
	"cmp"
	"context"

	"lading/server/kit/fail"
	"lading/server/kit/founding"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// Identity is who the organisation is, and what its people and places begin with.
type Identity struct {
	Name     string `json:"name" validate:"required,max=120" field:"trim"`
	Zone     string `json:"zone" validate:"max=60"`
	Units    string `json:"units" validate:"required,oneof=us metric"`
	Language string `json:"language" validate:"required,oneof=en es fr"`
	Time24   bool   `json:"time24"`
	resource.Based
}

// Check looks at the zone.
func (r *Identity) Check() []fail.Field {
	if r.Zone == "" {
		return nil
	}
	return founding.CheckZone("zone", r.Zone)
}

// ColourSettings are the colors of screens and papers.
type ColourSettings struct {
	Colours
	resource.Based
}

// Check looks at whether the colours can be read.
func (r *ColourSettings) Check() []fail.Field {
	return founding.CheckColours("primary", r.Primary, "secondary", r.Secondary)
}

// ReferenceSettings are what the client calls an order's references, by their place. An empty one is not asked for.
type ReferenceSettings struct {
	Reference1 string `json:"reference1" validate:"max=40" field:"trim"`
	Reference2 string `json:"reference2" validate:"max=40" field:"trim"`
	Reference3 string `json:"reference3" validate:"max=40" field:"trim"`
	Reference4 string `json:"reference4" validate:"max=40" field:"trim"`
	Reference5 string `json:"reference5" validate:"max=40" field:"trim"`
	resource.Based
}

func referencesOf(labels []string) (r ReferenceSettings) {
	for i, to := range []*string{&r.Reference1, &r.Reference2, &r.Reference3, &r.Reference4, &r.Reference5} {
		if i < len(labels) {
			*to = labels[i]
		}
	}
	return r
}

// RateSettings are what rating begins with.
type RateSettings struct {
	Currency     string `json:"currency" validate:"required,oneof=USD CAD MXN"`
	DefaultClass string `json:"defaultClass" validate:"omitempty,oneof=50 55 60 65 70 77.5 85 92.5 100 110 125 150 175 200 250 300 400 500"`
	resource.Based
}

// OfferSettings are how long carriers have, and whether they confirm a tender.
type OfferSettings struct {
	QuoteDeadlineHours  int  `json:"quoteDeadlineHours" validate:"gte=0,lte=720"` // 0 is no usual deadline
	ExpirationHours     int  `json:"expirationHours" validate:"gte=1,lte=720"`
	CarrierConfirmation bool `json:"carrierConfirmation"`
	resource.Based
}

// HazmatSettings are by what the provider of emergency response information knows the organisation (49 CFR 172.604(b)).
type HazmatSettings struct {
	EmergencyPhone    string `json:"emergencyPhone" validate:"max=40" field:"trim"`
	EmergencyContract string `json:"emergencyContract" validate:"max=60" field:"trim"`
	resource.Based
}

// Check looks at the number, and at whether a contract has one.
func (r *HazmatSettings) Check() []fail.Field {
	switch {
	case r.EmergencyPhone == "" && r.EmergencyContract != "":
		return []fail.Field{fail.Of("emergencyPhone", "field-required")}
	case r.EmergencyPhone != "" && (!rule.EmergencyPhone(r.EmergencyPhone) || len(rule.Numbers(r.EmergencyPhone)) != 1): // a contract is with one
		return []fail.Field{fail.Of("emergencyPhone", "emergency-phone-invalid")}
	}
	return nil
}

// sectionOf is a section whose values stand in the organisation's one row, which devices have.
func sectionOf[T any](a *Area, key, path string, first T, load func(Setup) T, keep func(*Setup, T)) *resource.Section[T] {
	return &resource.Section[T]{Key: key, Path: path, First: first, Write: right.ManageOrganisation,
		Load: func(ctx context.Context, tx *store.Tx) (now T, err error) {
			s, err := a.Get(ctx, tx)
			if err != nil {
				return now, err
			}
			return load(s), nil
		},
		Keep: func(ctx context.Context, tx *store.Tx, now T) error {
			s, err := a.Get(ctx, tx)
			if err != nil {
				return err
			}
			keep(&s, now)
			return store.Put(ctx, tx, "org_setup", "id", s)
		}}
}

// Settings are the organisation's own sections. The company prefix stands in numbers that are out in the world and is none of them.
func (a *Area) Settings() []resource.Part {
	first := FirstFlags()
	return []resource.Part{
		sectionOf(a, "organization", "Org/SaveIdentity", Identity{Units: "us", Language: "en", Time24: first.Time24},
			func(s Setup) Identity {
				return Identity{Name: s.Name, Zone: s.Zone, Units: s.Units, Language: s.Language, Time24: s.Flags.V.Time24}
			},
			func(s *Setup, now Identity) {
				s.Name, s.Zone, s.Units, s.Language, s.Flags.V.Time24 = now.Name, now.Zone, now.Units, now.Language, now.Time24
			}),
		sectionOf(a, "colors", "Org/SaveColors", ColourSettings{},
			func(s Setup) ColourSettings { return ColourSettings{Colours: s.Brand.V} },
			func(s *Setup, now ColourSettings) { s.Brand.V = now.Colours }),
		sectionOf(a, "references", "Org/SaveReferences", referencesOf(firstLabels),
			func(s Setup) ReferenceSettings { return referencesOf(s.Labels.V) },
			func(s *Setup, now ReferenceSettings) {
				s.Labels.V = []string{now.Reference1, now.Reference2, now.Reference3, now.Reference4, now.Reference5}
			}),
		sectionOf(a, "rates", "Org/SaveRates", RateSettings{Currency: "USD", DefaultClass: first.DefaultClass},
			func(s Setup) RateSettings {
				return RateSettings{Currency: cmp.Or(s.Flags.V.Currency, "USD"), DefaultClass: s.Flags.V.DefaultClass}
			},
			func(s *Setup, now RateSettings) {
				s.Flags.V.Currency, s.Flags.V.DefaultClass = now.Currency, now.DefaultClass
			}),
		sectionOf(a, "offers", "Org/SaveOffers", OfferSettings{ExpirationHours: first.ExpirationHours},
			func(s Setup) OfferSettings {
				f := s.Flags.V
				return OfferSettings{QuoteDeadlineHours: f.QuoteDeadlineHours, ExpirationHours: cmp.Or(f.ExpirationHours, first.ExpirationHours), CarrierConfirmation: f.CarrierConfirmation}
			},
			func(s *Setup, now OfferSettings) {
				f := &s.Flags.V
				f.QuoteDeadlineHours, f.ExpirationHours, f.CarrierConfirmation = now.QuoteDeadlineHours, now.ExpirationHours, now.CarrierConfirmation
			}),
		sectionOf(a, "hazmat", "Org/SaveHazmat", HazmatSettings{},
			func(s Setup) HazmatSettings {
				return HazmatSettings{EmergencyPhone: s.Flags.V.EmergencyPhone, EmergencyContract: s.Flags.V.EmergencyContract}
			},
			func(s *Setup, now HazmatSettings) {
				s.Flags.V.EmergencyPhone, s.Flags.V.EmergencyContract = now.EmergencyPhone, now.EmergencyContract
			}),
	}
}

// AllSettings are the sections of all areas that the user may save.
func (a *Area) AllSettings(ctx context.Context, tx *store.Tx, _ op.None) ([]resource.SectionState, error) {
	out := []resource.SectionState{}
	for _, s := range a.Sections {
		state, ok, err := s.State(ctx, tx)
		if err != nil {
			return out, err
		}
		if ok {
			out = append(out, state)
		}
	}
	return out, nil
}
