package warehouse

import (
	"context"
	"strings"

	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/op"
	"lading/server/store"
)

// A third-party warehouse works the loads of its clients: the customers whose goods it keeps.

// Defaults is what a user's forms begin with.
type Defaults interface {
	// ItemClass is the user's own class of goods, else the organisation's.
	ItemClass(ctx context.Context, tx *store.Tx) (string, error)
}

// fallbackClass is that of an item which has none, where the user has none either.
const fallbackClass = "70"

// most3PL is how many loads a list shows at most, the latest first.
const most3PL = 1000

func (a *Area) threePLOps() []op.Op {
	return []op.Op{
		op.Query("WarehousesSlots/GetShipmentCountfor3PL", a.ClientCounts, right.SeeLoads),
		op.Query("WarehousesSlots/GetShipmentListfor3PL", a.ClientLoads, right.SeeLoads),
		op.Query("Warehouse/InboundDay", a.InboundDay, right.SeeAppointments),
	}
}

// ClientReq asks for the loads of the clients of a warehouse.
type ClientReq struct {
	Warehouse string `json:"WHSE" validate:"required,max=20"`
	Client    string `json:"customer" validate:"max=80"`
	Status    string `json:"statuscode" validate:"omitempty,oneof=O S Q H T M A D X"`
	Search    string `json:"searchText" validate:"max=60" field:"trim"`
}

// ClientCount is how many loads of a status there are.
type ClientCount struct {
	Status string `json:"statuscode" db:"status"`
	Count  int64  `json:"count" db:"n"`
}

// ClientCountsReq asks for the counts.
type ClientCountsReq struct {
	Warehouse string `json:"WHSE" validate:"required,max=20"`
	Client    string `json:"customer" validate:"max=80"`
}

const ofClients = ` FROM shipment_client WHERE customer <> '' AND warehouse = ?1 AND (?2 = '' OR customer = ?2)`

// ClientCounts counts the clients' loads by status.
func (a *Area) ClientCounts(ctx context.Context, tx *store.Tx, req ClientCountsReq) ([]ClientCount, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return nil, err
	}
	return store.Select[ClientCount](ctx, tx, `SELECT status, count(*) AS n`+ofClients+` GROUP BY status ORDER BY status`, req.Warehouse, req.Client)
}

// ClientLoad is a load of a client.
type ClientLoad struct {
	ID          string                      `json:"shipmentId" db:"id"`
	Number      string                      `json:"number" db:"number"`
	Client      string                      `json:"customer" db:"customer"`
	Warehouse   string                      `json:"warehouse" db:"warehouse"`
	Inbound     bool                        `json:"inbound" db:"inbound"`
	Status      string                      `json:"statuscode" db:"status"`
	Mode        string                      `json:"mode" db:"mode"`
	BOL         string                      `json:"bol" db:"bol"`
	PRO         string                      `json:"pro" db:"pro"`
	Carrier     string                      `json:"carrier" db:"carrier_name"`
	ShipOn      string                      `json:"shipOn" db:"ship_on"`
	From        string                      `json:"from" db:"from_name"`
	To          string                      `json:"to" db:"to_name"`
	ToCity      string                      `json:"toCity" db:"to_city"`
	ToState     string                      `json:"toState" db:"to_state"`
	Pieces      int64                       `json:"pieces" db:"pieces"`
	Pallets     int64                       `json:"pallets" db:"pallets"`
	Weight      store.JSON[freight.Measure] `json:"weight" db:"weight"`
	DepartedAt  store.Time                  `json:"departedAt" db:"departed_at"`
	DeliveredAt store.Time                  `json:"deliveredAt" db:"delivered_at"`
	Kept        store.JSON[[]freight.Item]  `json:"-" db:"items"`
	Items       []ClientItem                `json:"items" db:"-"`
}

// ClientItem is a line of a client's load.
type ClientItem struct {
	Code        string          `json:"code"`
	Description string          `json:"description"`
	Class       string          `json:"class"` // the item's own, else the user's, else 70
	Pieces      int64           `json:"pieces"`
	Pallets     int64           `json:"pallets"`
	Weight      freight.Measure `json:"weight"`
}

// ClientShipments is the documents' envelope.
type ClientShipments struct {
	Shipments []ClientLoad `json:"Shipments"`
}

// ClientList is the documents' answer: the screen computes the totals.
type ClientList struct {
	ShipmentList ClientShipments `json:"ShipmentList"`
	Clients      []string        `json:"Clients"` // whose loads there are, in any status
}

// ClientLoads lists the clients' loads, the latest ship date first.
func (a *Area) ClientLoads(ctx context.Context, tx *store.Tx, req ClientReq) (out ClientList, err error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return out, err
	}
	out.ShipmentList.Shipments, err = store.Select[ClientLoad](ctx, tx, `SELECT id, number, customer, warehouse, inbound, status, mode, bol, pro, carrier_name, ship_on, from_name, to_name, to_city, to_state, pieces, pallets, weight, departed_at, delivered_at, items`+ofClients+`
AND (?3 = '' OR status = ?3) AND (?4 = '' OR instr(upper(number || char(10) || bol || char(10) || pro || char(10) || customer || char(10) || to_name || char(10) || from_name), upper(?4)) > 0) ORDER BY ship_on DESC, id LIMIT ?5`,
		req.Warehouse, req.Client, req.Status, req.Search, most3PL)
	if err != nil {
		return out, err
	}
	class, err := a.Defaults.ItemClass(ctx, tx)
	if err != nil {
		return out, err
	}
	if !rule.FreightClass(class) {
		class = fallbackClass
	}
	for i := range out.ShipmentList.Shipments {
		s := &out.ShipmentList.Shipments[i]
		s.Items = make([]ClientItem, len(s.Kept.V))
		for n, it := range s.Kept.V {
			own := it.Class
			if strings.TrimSpace(own) == "" {
				own = class
			}
			s.Items[n] = ClientItem{it.Code, it.Description, own, it.Pieces, it.Pallets, it.Weight}
		}
	}
	out.Clients, err = store.Select[string](ctx, tx, `SELECT DISTINCT customer`+ofClients+` ORDER BY customer COLLATE NOCASE LIMIT 1000`, req.Warehouse, "")
	return out, err
}
