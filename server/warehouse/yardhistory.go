package warehouse

import (
	"context"

	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// TrailerEvent is what happened to a trailer in a yard.
type TrailerEvent struct {
	ID        string `json:"EventId" db:"id"`
	Warehouse string `json:"WarehouseId" db:"warehouse"`
	TrailerID string `json:"TrailerId" db:"trailer_id"`
	Kind      string `json:"Kind" db:"kind"` // came, changed, changed-before, read, asked, moved, moved-before, cancelled, left, left-before, left-unseen, left-signed, said-in-error
	Place
	PlaceName string                     `json:"PlaceName" db:"place"` // where it stood after it, as on the sign of that day
	Data      store.JSON[map[string]any] `json:"Data" db:"data"`
	At        store.Time                 `json:"At" db:"at"`            // when it was done
	HeardAt   store.Time                 `json:"HeardAt" db:"heard_at"` // when the server was told
	By        string                     `json:"By" db:"by_user"`
	ByName    string                     `json:"ByName" db:"by_name"`
}

// note adds to a trailer's history.
func (a *Area) note(ctx context.Context, tx *store.Tx, t Trailer, kind string, data map[string]any) error {
	return store.Insert(ctx, tx, "warehouse_trailer_event", TrailerEvent{ID: ulid.Make().String(), Warehouse: t.Warehouse, TrailerID: t.ID, Kind: kind, Place: t.Place, PlaceName: placeName(ctx, tx, t.Place),
		Data: store.JSON[map[string]any]{V: data}, At: store.At(tx.At), HeardAt: store.At(tx.Now), By: tx.By.User, ByName: tx.By.Name})
}

// YardHistoryReq asks what happened in a yard, or to one trailer of it.
type YardHistoryReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
	TrailerID string `json:"TrailerId" validate:"max=40"`
}

// TrailerEventShown is an event with its trailer.
type TrailerEventShown struct {
	TrailerEvent
	Number      string `json:"Number" db:"number"`
	CarrierName string `json:"CarrierName" db:"carrier_name"`
}

// mostEvents are shown, the last first.
const mostEvents = 500

// YardHistory lists what happened in a yard, the last first.
func (a *Area) YardHistory(ctx context.Context, tx *store.Tx, req YardHistoryReq) ([]TrailerEventShown, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return nil, err
	}
	return store.Select[TrailerEventShown](ctx, tx, `SELECT e.*, t.number, t.carrier_name FROM warehouse_trailer_event e JOIN warehouse_trailer t ON t.id = e.trailer_id
WHERE e.warehouse = ?1 AND (?2 = '' OR e.trailer_id = ?2) ORDER BY e.at DESC, e.id DESC LIMIT ?3`, req.Warehouse, req.TrailerID, mostEvents)
}
