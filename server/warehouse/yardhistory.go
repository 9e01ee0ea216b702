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
	Kind      string `json:"Kind" db:"kind"` // came, changed, seen, here-after-all, changed-before, read, asked, moved, moved-before, cancelled, left, left-before, left-unseen, left-signed, said-in-error
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
	// Number is that of a trailer, which may have left: all that bear it.
	Number string `json:"Number" validate:"max=20" field:"trim,upper"`
	// Before is the last event that is known: those from before it follow.
	Before string `json:"Before" validate:"max=40"`
}

// TrailerEventShown is an event with its trailer.
type TrailerEventShown struct {
	TrailerEvent
	Number      string `json:"Number" db:"number"`
	CarrierName string `json:"CarrierName" db:"carrier_name"`
}

// YardEvents are some of what happened in a yard.
type YardEvents struct {
	Events []TrailerEventShown `json:"events"`
	More   bool                `json:"more"` // there are earlier ones
}

// mostEvents are shown at once, the last first.
const mostEvents = 500

// YardHistory lists what happened in a yard, the last first.
func (a *Area) YardHistory(ctx context.Context, tx *store.Tx, req YardHistoryReq) (YardEvents, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return YardEvents{}, err
	}
	list, err := store.Select[TrailerEventShown](ctx, tx, `SELECT e.*, t.number, t.carrier_name FROM warehouse_trailer_event e JOIN warehouse_trailer t ON t.id = e.trailer_id
WHERE e.warehouse = ?1 AND (?2 = '' OR e.trailer_id = ?2) AND (?3 = '' OR upper(replace(replace(replace(t.number, ' ', ''), '-', ''), '.', '')) = ?3)
AND (?4 = '' OR (e.at, e.id) < (SELECT at, id FROM warehouse_trailer_event WHERE id = ?4)) ORDER BY e.at DESC, e.id DESC LIMIT ?5`, req.Warehouse, req.TrailerID, bareOf(req.Number), req.Before, mostEvents+1)
	more := len(list) > mostEvents
	return YardEvents{list[:min(len(list), mostEvents)], more}, err
}
