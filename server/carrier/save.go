package carrier

import (
	"context"
	"regexp"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/rule"
	"lading/server/store"
)

// AddReq is a carrier to add. The documents send Mode=ADD and show no other.
type AddReq struct {
	Mode  string   `json:"Mode,omitempty" validate:"omitempty,oneof=ADD Add add"`
	SCAC  string   `json:"SCAC" validate:"required,max=4"`
	Name  string   `json:"CarrierName" validate:"required,max=120"`
	Modes []string `json:"RateModes" validate:"required,min=1,max=7,unique,dive,oneof=LTL TL INTERMODAL FCL LCL INTLAIR MTL"`
	Email string   `json:"Email" validate:"required,max=254"`
	Phone string   `json:"Phone" validate:"max=120"`
	URL   string   `json:"Url" validate:"omitempty,http_url,max=300"`
}

var scac = regexp.MustCompile(`^[A-Z]{2,4}$`)

// Check looks at the SCAC: two to four letters.
func (r *AddReq) Check() []fail.Field {
	var bad []fail.Field
	if r.SCAC = strings.ToUpper(strings.TrimSpace(r.SCAC)); !scac.MatchString(r.SCAC) {
		bad = append(bad, fail.Of("SCAC", "scac-malformed"))
	}
	if wrong := rule.BadEmails(r.Email); len(wrong) > 0 {
		bad = append(bad, fail.Of("Email", "emails-wrong", "bad", strings.Join(wrong, ", "), "n", len(wrong)))
	}
	return bad
}

// Resp is the carrier as it is now.
type Resp struct {
	Status  string  `json:"Status"`
	Carrier Carrier `json:"Carrier"`
}

// Add adds a carrier.
func (a *Area) Add(ctx context.Context, tx *store.Tx, req AddReq) (Resp, error) {
	if _, err := find(ctx, tx, req.SCAC); err == nil {
		return Resp{}, fail.Conflict("carrier-exists", "carrier", req.SCAC)
	} else if fail.CodeOf(err) == "" {
		return Resp{}, err
	}
	c := Carrier{ID: req.SCAC, SCAC: req.SCAC, Code: req.SCAC, Name: req.Name, Modes: store.JSON[[]string]{V: req.Modes}, Email: req.Email, Phone: req.Phone, URL: req.URL}
	return Resp{"success", c}, a.Put(ctx, tx, c)
}

// SwitchReq names a carrier and whether it may be chosen.
type SwitchReq struct {
	SCAC       string `json:"SCAC" validate:"required,max=4"`
	IsDisabled bool   `json:"isDisabled"`
}

// Switch takes a carrier out of choice, or back in. Shipments that are on their way are not touched.
func (a *Area) Switch(ctx context.Context, tx *store.Tx, req SwitchReq) (Resp, error) {
	c, err := find(ctx, tx, strings.ToUpper(req.SCAC))
	if err != nil {
		return Resp{}, err
	}
	err = a.switchTo(ctx, tx, &c, req.IsDisabled)
	return Resp{"success", c}, err
}

// switchTo takes a carrier out of choice, or back in. One that is switched off waits for no more times at our docks.
func (a *Area) switchTo(ctx context.Context, tx *store.Tx, c *Carrier, disabled bool) error {
	ends := disabled && !c.Disabled
	c.Disabled = disabled
	err := a.Put(ctx, tx, *c)
	if err == nil && ends {
		err = tx.Emit(ctx, event.CarrierLinkEnded{Carrier: c.ID})
	}
	return err
}

// Put writes a carrier; the loader of demo data comes here too.
func (a *Area) Put(ctx context.Context, tx *store.Tx, c Carrier) error {
	return store.Put(ctx, tx, "carrier", "id", c)
}
