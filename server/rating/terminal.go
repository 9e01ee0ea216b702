package rating

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/geo"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/resource"
	"lading/server/store"
)

// TerminalReq is a place where a carrier's freight changes trucks, and whom to ring about it.
type TerminalReq struct {
	ID      string   `json:"TerminalId" db:"id" validate:"max=40"`
	Carrier string   `json:"Carrier" db:"carrier" validate:"required,max=10" field:"upper,scac"`
	Code    string   `json:"Code" db:"code" validate:"required,max=10" field:"upper"`
	Name    string   `json:"Name" db:"name" validate:"required,max=80"`
	Street  string   `json:"Street" db:"street" validate:"max=120"`
	City    string   `json:"City" db:"city" validate:"max=80"`
	Zip     string   `json:"Zip" db:"zip" validate:"required,max=10" field:"upper,place"`
	Phone   string   `json:"Phone" db:"phone" validate:"max=40"`
	Email   string   `json:"Email" db:"email" validate:"omitempty,email,max=120"`
	Hours   string   `json:"Hours" db:"hours" validate:"max=80"`
	Serves  []string `json:"Serves" db:"serves" validate:"max=200,unique,dive,required,max=7" field:"upper"`
	resource.Based
}

// Terminal is a terminal as it is kept.
type Terminal struct {
	TerminalReq
	resource.Stamp
}

func terminals(a *Area) *resource.Table[TerminalReq, Terminal] {
	return resource.Of(resource.Spec[TerminalReq, Terminal]{
		Table: "rating_terminal", Noun: "terminal", Order: "carrier, code", Read: right.SeeCarriers, Write: right.ManagePlanning,
		Unique: []resource.Unique{{Columns: []string{"carrier", "code"}, Field: "Code"}}, // a carrier has a code once
		Before: func(ctx context.Context, tx *store.Tx, _, now *Terminal) error { return a.ours(ctx, tx, now.Carrier) },
		Paths:  resource.Paths{Save: "Rating/SaveTerminal", Restore: "Rating/RestoreTerminal"},
	})
}

// TerminalsResp is every terminal that is known.
type TerminalsResp struct {
	Status    string     `json:"Status"`
	Terminals []Terminal `json:"Terminals"`
}

// Terminals lists the carriers' terminals.
func (a *Area) Terminals(ctx context.Context, tx *store.Tx, _ op.None) (TerminalsResp, error) {
	list, err := terminals(a).List(ctx, tx)
	return TerminalsResp{"success", list}, err
}

// prefix is the beginning of a postal code.
var prefix = regexp.MustCompile(`^[0-9A-Z]{3,6}$`)

// Check wants a place that is known, and prefixes that are some.
func (r *TerminalReq) Check() (bad []fail.Field) {
	if _, ok := geo.Locate(r.Zip); !ok {
		bad = append(bad, fail.Of("Zip", "rate-place-unknown"))
	}
	for _, p := range r.Serves {
		if _, ok := geo.Locate(p); !ok || !prefix.MatchString(p) {
			bad = append(bad, fail.Of("Serves", "terminal-serves-unknown", "prefix", p))
			break
		}
	}
	return bad
}

// ours refuses a carrier that is not one of the organisation's.
func (a *Area) ours(ctx context.Context, tx *store.Tx, scac string) error {
	ok, err := a.known(ctx, tx, scac)
	if err == nil && !ok {
		err = fail.Invalid(fail.Of("Carrier", "rating-carrier-unknown", "carrier", scac))
	}
	return err
}

// TerminalKey names a terminal.
type TerminalKey struct {
	ID string `json:"TerminalId" validate:"required,max=40"`
}

// DeleteTerminal takes a terminal away, and lists those that stay.
func (a *Area) DeleteTerminal(ctx context.Context, tx *store.Tx, req TerminalKey) (TerminalsResp, error) {
	if _, err := terminals(a).End(ctx, tx, req.ID); err != nil {
		return TerminalsResp{}, err
	}
	return a.Terminals(ctx, tx, op.None{})
}

// TerminalInfoReq names the two ends of a way; either may be left out.
type TerminalInfoReq struct {
	From string `json:"From" validate:"max=10"`
	To   string `json:"To" validate:"max=10"`
}

// Check wants places that are known.
func (r *TerminalInfoReq) Check() (bad []fail.Field) {
	for _, p := range []struct {
		name string
		zip  *string
	}{{"From", &r.From}, {"To", &r.To}} {
		*p.zip = strings.ToUpper(strings.TrimSpace(*p.zip))
		if _, ok := geo.Locate(*p.zip); !ok && *p.zip != "" {
			bad = append(bad, fail.Of(p.name, "rate-place-unknown"))
		}
	}
	if r.From == "" && r.To == "" {
		bad = append(bad, fail.Of("From", "field-required"))
	}
	return bad
}

// ServingTerminal is the terminal that serves a place.
type ServingTerminal struct {
	Terminal
	Miles   int  `json:"Miles"`   // to the place, by road as the distances are counted
	Nearest bool `json:"Nearest"` // none says that it serves the place, and this one is the closest
}

// TerminalRow is a carrier's two ends of the way.
type TerminalRow struct {
	Carrier     string           `json:"Carrier"`
	CarrierName string           `json:"CarrierName"`
	Origin      *ServingTerminal `json:"Origin"`
	Destination *ServingTerminal `json:"Destination"`
}

// TerminalInfoResp has every carrier whose terminals are known.
type TerminalInfoResp struct {
	Status string        `json:"Status"`
	Rows   []TerminalRow `json:"Rows"`
}

// TerminalInfo tells through which terminals each carrier takes freight from one place to another.
func (a *Area) TerminalInfo(ctx context.Context, tx *store.Tx, req TerminalInfoReq) (TerminalInfoResp, error) {
	resp := TerminalInfoResp{"success", []TerminalRow{}}
	all, err := a.Terminals(ctx, tx, op.None{})
	if err != nil {
		return resp, err
	}
	carriers, err := a.Carriers.Carriers(ctx, tx)
	if err != nil {
		return resp, err
	}
	of := map[string][]Terminal{}
	for _, t := range all.Terminals {
		of[t.Carrier] = append(of[t.Carrier], t)
	}
	for _, c := range carriers {
		if list := of[c.SCAC]; len(list) > 0 {
			resp.Rows = append(resp.Rows, TerminalRow{c.SCAC, c.Name, a.serving(list, req.From), a.serving(list, req.To)})
		}
	}
	slices.SortFunc(resp.Rows, func(x, y TerminalRow) int {
		return cmp.Or(cmp.Compare(x.CarrierName, y.CarrierName), cmp.Compare(x.Carrier, y.Carrier))
	})
	return resp, nil
}

// serving is the terminal that names the longest beginning of the postal code, else the closest of those that name none at all:
// one that says where it goes does not go elsewhere.
func (a *Area) serving(list []Terminal, zip string) *ServingTerminal {
	if zip == "" {
		return nil
	}
	var best *ServingTerminal
	closest, named := math.Inf(1), 0
	for _, t := range list {
		says := 0
		for _, p := range t.Serves {
			if strings.HasPrefix(zip, p) {
				says = max(says, len(p))
			}
		}
		if says < named || says == 0 && len(t.Serves) > 0 {
			continue
		}
		road, straight, ok := a.distances().Between(engine.Place{Zip: zip}, engine.Place{Zip: t.Zip})
		if miles := float64(straight); ok && (says > named || miles < closest) {
			best, closest, named = &ServingTerminal{Terminal: t, Miles: int(road / engine.Int(1)), Nearest: says == 0}, miles, says
		}
	}
	return best
}

// PutTerminal loads a terminal as it stands.
func (a *Area) PutTerminal(ctx context.Context, tx *store.Tx, req TerminalReq) error {
	if bad := req.Check(); len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	_, err := terminals(a).Save(ctx, tx, req)
	return err
}
