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
	"lading/server/op"
	"lading/server/rating/engine"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Terminal is a place where a carrier's freight changes trucks, and whom to ring about it.
type Terminal struct {
	ID      string               `json:"TerminalId" db:"id"`
	Carrier string               `json:"Carrier" db:"carrier"`
	Code    string               `json:"Code" db:"code"`
	Name    string               `json:"Name" db:"name"`
	Street  string               `json:"Street" db:"street"`
	City    string               `json:"City" db:"city"`
	Zip     string               `json:"Zip" db:"zip"`
	Phone   string               `json:"Phone" db:"phone"`
	Email   string               `json:"Email" db:"email"`
	Hours   string               `json:"Hours" db:"hours"`
	Serves  store.JSON[[]string] `json:"Serves" db:"serves"`
	At      store.Time           `json:"At" db:"at"`
	By      string               `json:"By" db:"by_user"`
}

// TerminalsResp is every terminal that is known.
type TerminalsResp struct {
	Status    string     `json:"Status"`
	Terminals []Terminal `json:"Terminals"`
}

// Terminals lists the carriers' terminals.
func (a *Area) Terminals(ctx context.Context, tx *store.Tx, _ op.None) (TerminalsResp, error) {
	list, err := store.Select[Terminal](ctx, tx, `SELECT * FROM rating_terminal ORDER BY carrier, code LIMIT 5000`)
	return TerminalsResp{"success", list}, err
}

// TerminalReq is a terminal to add, or one to change where it has an id.
type TerminalReq struct {
	ID      string   `json:"TerminalId" validate:"max=40"`
	Carrier string   `json:"Carrier" validate:"required,max=10"`
	Code    string   `json:"Code" validate:"required,max=10"`
	Name    string   `json:"Name" validate:"required,max=80"`
	Street  string   `json:"Street" validate:"max=120"`
	City    string   `json:"City" validate:"max=80"`
	Zip     string   `json:"Zip" validate:"required,max=10"`
	Phone   string   `json:"Phone" validate:"max=40"`
	Email   string   `json:"Email" validate:"omitempty,email,max=120"`
	Hours   string   `json:"Hours" validate:"max=80"`
	Serves  []string `json:"Serves" validate:"max=200,unique,dive,required,max=7"`
}

// prefix is the beginning of a postal code.
var prefix = regexp.MustCompile(`^[0-9A-Z]{3,6}$`)

// Check wants a place that is known, and prefixes that are some.
func (r *TerminalReq) Check() (bad []fail.Field) {
	r.Carrier, r.Code, r.Zip = strings.ToUpper(strings.TrimSpace(r.Carrier)), strings.ToUpper(strings.TrimSpace(r.Code)), strings.ToUpper(strings.TrimSpace(r.Zip))
	if _, ok := geo.Locate(r.Zip); !ok {
		bad = append(bad, fail.Of("Zip", "rate-place-unknown"))
	}
	for i, p := range r.Serves {
		r.Serves[i] = strings.ToUpper(strings.TrimSpace(p))
		if _, ok := geo.Locate(r.Serves[i]); !ok || !prefix.MatchString(r.Serves[i]) {
			bad = append(bad, fail.Of("Serves", "terminal-serves-unknown", "prefix", p))
			break
		}
	}
	return bad
}

// SaveTerminal adds or changes a terminal. A carrier has a code once.
func (a *Area) SaveTerminal(ctx context.Context, tx *store.Tx, req TerminalReq) (Terminal, error) {
	row := Terminal{req.ID, req.Carrier, req.Code, req.Name, req.Street, req.City, req.Zip, req.Phone, req.Email, req.Hours, store.JSON[[]string]{V: append([]string{}, req.Serves...)}, store.At(tx.Now), tx.By.User}
	if err := a.ours(ctx, tx, row.Carrier); err != nil {
		return row, err
	}
	_, taken, err := store.Get[string](ctx, tx, `SELECT id FROM rating_terminal WHERE carrier = ? AND code = ? AND id <> ?`, row.Carrier, row.Code, row.ID)
	if err != nil {
		return row, err
	}
	if taken {
		return row, fail.Invalid(fail.Of("Code", "terminal-exists", "carrier", row.Carrier, "code", row.Code))
	}
	if row.ID == "" {
		row.ID = ulid.Make().String()
	} else if _, ok, err := store.Get[string](ctx, tx, `SELECT id FROM rating_terminal WHERE id = ?`, row.ID); err != nil {
		return row, err
	} else if !ok {
		return row, fail.NotFound("terminal-unknown")
	}
	return row, store.Put(ctx, tx, "rating_terminal", "id", row)
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

// DeleteTerminal takes a terminal away.
func (a *Area) DeleteTerminal(ctx context.Context, tx *store.Tx, req TerminalKey) (TerminalsResp, error) {
	if err := remove(ctx, tx, "terminal-unknown", `DELETE FROM rating_terminal WHERE id = ?`, req.ID); err != nil {
		return TerminalsResp{}, err
	}
	return a.Terminals(ctx, tx, op.None{})
}

// remove deletes what there is; where there was nothing, the code says so.
func remove(ctx context.Context, tx *store.Tx, unknown, sql, id string) error {
	done, err := tx.ExecContext(ctx, sql, id)
	if err != nil {
		return err
	}
	n, err := done.RowsAffected()
	if err == nil && n == 0 {
		err = fail.NotFound(unknown)
	}
	return err
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
		for _, p := range t.Serves.V {
			if strings.HasPrefix(zip, p) {
				says = max(says, len(p))
			}
		}
		if says < named || says == 0 && len(t.Serves.V) > 0 {
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
	_, err := a.SaveTerminal(ctx, tx, req)
	return err
}
