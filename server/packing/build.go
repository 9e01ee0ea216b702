package packing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/packing/engine"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// most is how many pieces one plan takes. A larger order is packed in parts.
const most = 2000

// work is all that a plan is made from, as the engine takes it.
type work struct {
	order   freight.Order
	kind    Kind
	rules   Rules
	types   []Type
	lines   []line // one for each item of the request
	request engine.Request
	digest  string
}

type line struct {
	Code, Description string
	Barcodes          []string
}

// gather reads what an order's packing depends on.
func gather(ctx context.Context, tx *store.Tx, o freight.Order, kind Kind) (work, error) {
	w := work{order: o, kind: kind}
	var err error
	if w.rules, err = rules(ctx, tx); err != nil {
		return w, err
	}
	if w.types, err = store.Select[Type](ctx, tx, `SELECT * FROM packing_type WHERE kind = ? AND disabled = 0 ORDER BY id`, string(kind)); err != nil {
		return w, err
	}
	var codes []string
	for _, it := range o.Items {
		codes = append(codes, strings.ToUpper(it.Code))
	}
	b, err := json.Marshal(codes)
	if err != nil {
		return w, err
	}
	list, err := store.Select[Item](ctx, tx, `SELECT * FROM packing_item WHERE id IN (SELECT value FROM json_each(?))`, string(b))
	if err != nil {
		return w, err
	}
	known := map[string]Item{}
	for _, it := range list {
		known[it.ID] = it
	}
	w.compose(known)
	sum, err := json.Marshal(struct {
		Lines   []line
		Types   []Type
		Request engine.Request
	}{w.lines, w.types, w.request})
	h := sha256.Sum256(sum)
	w.digest = hex.EncodeToString(h[:16])
	return w, err
}

// BuildReq names an order to pack, by key or number.
type BuildReq struct {
	OrderID string `json:"OrderId" validate:"max=40"`
	Number  string `json:"OrderNumber" validate:"max=40"`
	Kind    Kind   `json:"Kind" validate:"omitempty,oneof=carton pallet unit"` // none is cartons
	Anew    bool   `json:"Anew"`                                               // also where packing has begun
}

// Check wants one of the two.
func (r *BuildReq) Check() []fail.Field {
	if r.OrderID == "" && strings.TrimSpace(r.Number) == "" {
		return []fail.Field{fail.Of("OrderNumber", "field-required")}
	}
	if r.Kind == "" {
		r.Kind = Carton
	}
	return nil
}

// Build loads an order and plans its packing. Asked again it gives the plan that stands, unless what it was made from has changed and nobody
// has begun to pack. The engine works with no transaction open; the plan is kept only if everything is as it was when it was read.
func (a *Area) Build(ctx context.Context, c *op.Call, req BuildReq) (PlanResp, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return PlanResp{}, err
	}
	for tries := 0; ; tries++ {
		var w work
		var resp PlanResp
		var stands bool
		err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
			if w, err = a.gathered(ctx, tx, req); err == nil {
				resp, stands, err = a.standing(ctx, tx, w, req.Anew)
			}
			return err
		})
		if err != nil || stands {
			return resp, err
		}
		packing := engine.Pack(w.request)
		kept := false
		_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
			now, err := a.gathered(ctx, tx, req)
			if err != nil {
				return err
			}
			if resp, stands, err = a.standing(ctx, tx, now, req.Anew); err != nil || stands {
				kept = true
				return err
			}
			if kept = now.digest == w.digest || tries > 2; !kept {
				return nil
			}
			p, err := a.keep(ctx, tx, w, packing)
			if err == nil {
				resp, err = a.answer(ctx, tx, p)
			}
			return err
		})
		if err != nil || kept {
			return resp, err
		}
	}
}

func (a *Area) gathered(ctx context.Context, tx *store.Tx, req BuildReq) (work, error) {
	var o freight.Order
	if req.OrderID != "" {
		list, err := a.Orders.Look(ctx, tx, []string{req.OrderID})
		if err != nil {
			return work{}, err
		}
		o = list[0]
	} else {
		var err error
		if o, err = a.Orders.Find(ctx, tx, strings.TrimSpace(req.Number)); err != nil {
			return work{}, err
		}
	}
	pieces := int64(0)
	for _, it := range o.Items {
		pieces += it.Pieces
	}
	if pieces == 0 {
		return work{}, fail.Conflict("packing-nothing", "order", o.Number)
	}
	if pieces > most {
		return work{}, fail.Conflict("packing-too-many-pieces", "order", o.Number, "pieces", pieces, "most", most)
	}
	return gather(ctx, tx, o, req.Kind)
}

// standing gives the plan that an order has, where it is to stay.
func (a *Area) standing(ctx context.Context, tx *store.Tx, w work, anew bool) (PlanResp, bool, error) {
	p, ok, err := store.Get[Plan](ctx, tx, `SELECT * FROM packing_plan WHERE order_id = ? AND kind = ? AND state <> 'dropped'`, w.order.ID, string(w.kind))
	if err != nil || !ok {
		return PlanResp{}, false, err
	}
	stale := p.Digest != w.digest
	if p.State == Verified || (p.State == Packing || !stale) && !anew {
		resp, err := a.answer(ctx, tx, p)
		resp.Stale = stale
		return resp, true, err
	}
	return PlanResp{}, false, nil
}

// keep writes a plan in the place of the one that there was.
func (a *Area) keep(ctx context.Context, tx *store.Tx, w work, packing engine.Packing) (Plan, error) {
	old, ok, err := store.Get[Plan](ctx, tx, `SELECT * FROM packing_plan WHERE order_id = ? AND kind = ? AND state <> 'dropped'`, w.order.ID, string(w.kind))
	if err == nil && ok {
		err = drop(ctx, tx, &old)
	}
	if err != nil {
		return Plan{}, err
	}
	p := Plan{ID: ulid.Make().String(), OrderID: w.order.ID, OrderNumber: w.order.Number, Warehouse: w.order.Warehouse, Customer: w.order.Customer, Kind: w.kind, State: Planned,
		Boxes: int64(len(packing.Packages)), Billable: packing.Billable, Minor: packing.Minor, Currency: w.rules.Currency, Digest: w.digest, MadeAt: store.At(tx.Now), MadeBy: tx.By.User}
	if len(w.rules.Rates) == 0 && w.rules.Over == 0 { // what stood for a price is none
		p.Minor -= packing.Billable
	}
	p.Left.V = []LeftOver{}
	for _, l := range packing.Left {
		of := w.lines[l.Item]
		same := slices.IndexFunc(p.Left.V, func(o LeftOver) bool {
			return o.Code == of.Code && o.Description == of.Description && o.Reason == l.Reason
		})
		if same >= 0 { // two lines of one item
			p.Left.V[same].Count += int64(l.Count)
			continue
		}
		p.Left.V = append(p.Left.V, LeftOver{of.Code, of.Description, int64(l.Count), l.Reason})
	}
	total := int64(0)
	boxes := make([]Box, len(packing.Packages))
	for n, pk := range packing.Packages {
		boxes[n] = w.box(pk)
		boxes[n].PlanID, boxes[n].N = p.ID, int64(n+1)
		p.Pieces += int64(len(pk.Placed))
		p.Cube += cube(w.request.Boxes[pk.Box].Outer)
		total += pk.Weight
	}
	p.Weight.V = freight.Measure{Milli: total, Unit: "lb"}
	if err := store.Insert(ctx, tx, "packing_plan", p); err != nil {
		return p, err
	}
	for _, b := range boxes {
		if err := store.Insert(ctx, tx, "packing_box", b); err != nil {
			return p, err
		}
	}
	return p, nil
}

// PutPlan plans a small order's packing within one command. The simulation comes here.
func (a *Area) PutPlan(ctx context.Context, tx *store.Tx, orderID string, kind Kind) (PlanResp, error) {
	w, err := a.gathered(ctx, tx, BuildReq{OrderID: orderID, Kind: kind})
	if err != nil {
		return PlanResp{}, err
	}
	p, err := a.keep(ctx, tx, w, engine.Pack(w.request))
	if err != nil {
		return PlanResp{}, err
	}
	return a.answer(ctx, tx, p)
}

// cube is a volume in thousandths of a cubic foot, which is 1,728 cubic inches.
func cube(s engine.Size) int64 {
	return int64(float64(s.L) * float64(s.W) * float64(s.H) / 1e9 / 1728 * 1000)
}

// box writes one package down.
func (w *work) box(pk engine.Package) Box {
	t, room := w.types[pk.Box], w.request.Boxes[pk.Box].Inner
	b := Box{ID: ulid.Make().String(), Warehouse: w.order.Warehouse, Type: t.ID, Name: t.Name, State: Open, Fill: int64(float64(pk.Volume) / float64(room.Volume()) * 1000)}
	b.Room.V = Room{room.L, room.W, room.H}
	b.Weight.V = freight.Measure{Milli: pk.Weight, Unit: "lb"}
	at := map[string]int{} // two lines of one item are one content
	for _, q := range pk.Placed {
		l := w.lines[q.Item]
		key := strings.ToUpper(strings.TrimSpace(l.Code))
		if key == "" {
			key = "\x00" + l.Description
		}
		i, ok := at[key]
		if !ok {
			i = len(b.Contents.V)
			at[key] = i
			b.Contents.V = append(b.Contents.V, Content{Code: l.Code, Description: l.Description, Barcodes: l.Barcodes})
		}
		b.Contents.V[i].Count++
		b.Placed.V = append(b.Placed.V, Piece{i, q.X, q.Y, q.Z, q.Size.L, q.Size.W, q.Size.H})
	}
	return b
}
