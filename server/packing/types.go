package packing

import (
	"context"
	"regexp"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/page"
	"lading/server/packing/engine"
	"lading/server/store"
)

// Kind is what goods are packed into.
type Kind string

// The kinds.
const (
	Carton Kind = "carton"
	Pallet Kind = "pallet"
	Unit   Kind = "unit"
)

// Values lists the kinds.
func (Kind) Values() []string { return []string{"carton", "pallet", "unit"} }

// Type is one carton, pallet or handling unit that the organisation has.
type Type struct {
	ID       string                      `json:"id" db:"id"`
	Kind     Kind                        `json:"kind" db:"kind"`
	Name     string                      `json:"name" db:"name"`
	Inner    store.JSON[Size]            `json:"inner" db:"inner"`
	Outer    store.JSON[Size]            `json:"outer" db:"outer"`
	Tare     store.JSON[freight.Measure] `json:"tare" db:"tare"`
	Gross    store.JSON[freight.Measure] `json:"gross" db:"gross"`
	Price    int64                       `json:"priceMinor" db:"price_minor"`
	Disabled bool                        `json:"disabled" db:"disabled"`
}

// KindReq asks for one kind, or for all.
type KindReq struct {
	Kind Kind `json:"Kind" validate:"omitempty,oneof=carton pallet unit"`
}

// Types lists what there is to pack into, also what is switched off.
func (a *Area) Types(ctx context.Context, tx *store.Tx, req KindReq) ([]Type, error) {
	return store.Select[Type](ctx, tx, `SELECT * FROM packing_type WHERE ?1 = '' OR kind = ?1 ORDER BY disabled, kind, id`, string(req.Kind))
}

// TypeReq is a type as it shall be.
type TypeReq struct {
	ID       string          `json:"Code" validate:"required,max=20"`
	Kind     Kind            `json:"Kind" validate:"required,oneof=carton pallet unit"`
	Name     string          `json:"Name" validate:"required,max=80"`
	Inner    Size            `json:"Inner"`
	Outer    Size            `json:"Outer"` // none: as inside
	Tare     freight.Measure `json:"Tare"`
	Gross    freight.Measure `json:"Gross"` // none: any weight
	Price    int64           `json:"PriceMinor" validate:"gte=0,lte=10000000"`
	Disabled bool            `json:"Disabled"`
	New      bool            `json:"New"` // there must not be one of that code yet
}

var code = regexp.MustCompile(`^[A-Z0-9][A-Z0-9._/-]*$`)

// Check judges what tags cannot: a code that can be read out, measures in a unit that is known, an outside that holds the inside.
func (r *TypeReq) Check() (bad []fail.Field) {
	if r.ID = strings.ToUpper(strings.TrimSpace(r.ID)); !code.MatchString(r.ID) {
		bad = append(bad, fail.Of("Code", "packing-code-malformed"))
	}
	if strings.TrimSpace(r.Name) == "" {
		bad = append(bad, fail.Of("Name", "field-required"))
	}
	if r.Outer == (Size{}) {
		r.Outer = r.Inner
	}
	names := [3]string{"length", "width", "height"}
	inner, outer := [3]freight.Measure{r.Inner.Length, r.Inner.Width, r.Inner.Height}, [3]freight.Measure{r.Outer.Length, r.Outer.Width, r.Outer.Height}
	for i, name := range names {
		in, ok := inches(inner[i], false)
		out, ok2 := inches(outer[i], true)
		switch {
		case !ok || in > longest:
			bad = append(bad, fail.Of("Inner."+name, "packing-measure-invalid"))
		case !ok2 || out > longest:
			bad = append(bad, fail.Of("Outer."+name, "packing-measure-invalid"))
		case out < in && (r.Kind != Pallet || i == 2): // goods may hang over a pallet's deck, never over its height
			bad = append(bad, fail.Of("Outer."+name, "packing-outer-too-small"))
		}
	}
	tare, _ := r.Tare.Pounds()
	gross, _ := r.Gross.Pounds()
	if !weight(r.Tare) {
		bad = append(bad, fail.Of("Tare", "packing-measure-invalid"))
	}
	if !weight(r.Gross) || gross > 0 && gross <= tare {
		bad = append(bad, fail.Of("Gross", "packing-gross-too-small"))
	}
	return bad
}

// longest is the most that anything may measure, in thousandths of an inch: a hundred feet.
const longest = 1_200_000

// weight tells whether a weight is none or one that can be counted with.
func weight(m freight.Measure) bool {
	p, ok := m.Pounds()
	return m.Milli == 0 || ok && p > 0 && p <= 1e9
}

// SaveType adds or changes a type. Plans that are made already keep what they were made with.
func (a *Area) SaveType(ctx context.Context, tx *store.Tx, req TypeReq) (Type, error) {
	own := map[Kind]page.ID{Carton: page.Cartonization, Pallet: page.Pallets, Unit: page.HandlingUnits}[req.Kind]
	if !tx.By.Pages[own] {
		return Type{}, fail.Forbidden("no-page", "page", int(own))
	}
	was, ok, err := store.Get[Type](ctx, tx, `SELECT * FROM packing_type WHERE id = ?`, req.ID)
	if err != nil {
		return Type{}, err
	}
	if ok && (req.New || was.Kind != req.Kind) {
		return was, fail.Conflict("packing-type-exists", "code", req.ID).With(was)
	}
	t := Type{ID: req.ID, Kind: req.Kind, Name: strings.TrimSpace(req.Name), Inner: store.JSON[Size]{V: req.Inner}, Outer: store.JSON[Size]{V: req.Outer},
		Tare: store.JSON[freight.Measure]{V: req.Tare}, Gross: store.JSON[freight.Measure]{V: req.Gross}, Price: req.Price, Disabled: req.Disabled}
	return t, a.PutType(ctx, tx, t)
}

// PutType writes a type; the loader of demo data comes here too.
func (a *Area) PutType(ctx context.Context, tx *store.Tx, t Type) error {
	return store.Put(ctx, tx, "packing_type", "id", t)
}

// box is the type as the engine sees it: the inside rounded down, the outside up.
func (t *Type) box() engine.Box {
	size := func(s Size, up bool) engine.Size {
		l, _ := inches(s.Length, up)
		w, _ := inches(s.Width, up)
		h, _ := inches(s.Height, up)
		return engine.Size{L: l, W: w, H: h}
	}
	tare, _ := t.Tare.V.Pounds()
	gross, _ := t.Gross.V.Pounds()
	return engine.Box{Inner: size(t.Inner.V, false), Outer: size(t.Outer.V, true), Tare: tare, Gross: gross, Minor: t.Price}
}
