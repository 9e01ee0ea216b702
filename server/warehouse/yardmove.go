package warehouse

import (
	"cmp"
	"context"

	"lading/server/kit/fail"
	"lading/server/store"
)

// MoveState is how far a move in the yard is.
type MoveState string

// The states.
const (
	MoveOpen      MoveState = "open"
	MoveDone      MoveState = "done"
	MoveCancelled MoveState = "cancelled"
)

// Values lists the states.
func (MoveState) Values() []string {
	return []string{string(MoveOpen), string(MoveDone), string(MoveCancelled)}
}

// MovePriority orders the moves of a yard; within one the first asked comes first.
type MovePriority string

// Values lists the priorities, the most pressing first.
func (MovePriority) Values() []string { return []string{"now", "normal", "later"} }

// YardMove is what a yard driver is asked to do.
type YardMove struct {
	ID        string `json:"id" db:"id"`
	Warehouse string `json:"warehouse" db:"warehouse"`
	TrailerID string `json:"trailerId" db:"trailer_id"`
	Place
	Priority MovePriority `json:"priority" db:"priority"`
	Note     string       `json:"note" db:"note"`
	State    MoveState    `json:"state" db:"state"`
	AskedBy  string       `json:"askedBy" db:"asked_by"` // name
	AskedAt  store.Time   `json:"askedAt" db:"asked_at"`
	EndedBy  string       `json:"endedBy" db:"ended_by"`
	EndedAt  store.Time   `json:"endedAt" db:"ended_at"`
	Reason   string       `json:"reason" db:"reason"` // why it was not done
}

// AskMoveReq asks for a trailer to be brought to a spot or a door.
type AskMoveReq struct {
	ID        string       `json:"MoveId" validate:"required,ulid"` // which the device made
	TrailerID string       `json:"TrailerId" validate:"required,max=40"`
	Priority  MovePriority `json:"Priority" validate:"required,oneof=now normal later"`
	Note      string       `json:"Note" validate:"max=200" field:"trim"`
	Place
}

// Check wants one place.
func (r *AskMoveReq) Check() []fail.Field {
	if r.none() {
		return []fail.Field{fail.Of("door", "yard-place-needed")}
	}
	return r.twice()
}

// AskMove asks the yard's drivers to bring a trailer somewhere. A place is asked for once; one where a trailer stands may be, once that one is to go elsewhere.
func (a *Area) AskMove(ctx context.Context, tx *store.Tx, req AskMoveReq) (YardMove, error) {
	m, ok, err := store.Get[YardMove](ctx, tx, `SELECT * FROM warehouse_yard_move WHERE id = ?`, req.ID)
	if err != nil {
		return m, err
	}
	if ok {
		if m.TrailerID != req.TrailerID || !tx.By.SeesWarehouse(m.Warehouse) {
			return YardMove{}, fail.NotFound("yard-move-unknown")
		}
		return m, nil
	}
	t, err := trailerOf(ctx, tx, req.TrailerID)
	if err != nil {
		return m, err
	}
	if err := a.exists(ctx, tx, t.Warehouse, req.Place); err != nil {
		return m, err
	}
	to := placeName(ctx, tx, req.Place)
	if t.Place == req.Place {
		return m, fail.Conflict("trailer-there", "trailer", t.Number, "place", to, "door", req.Door != "")
	}
	if was, open, err := openMove(ctx, tx, t.ID); err != nil || open {
		if err == nil {
			err = fail.Conflict("yard-move-asked", "trailer", t.Number, "place", placeName(ctx, tx, was.Place), "door", was.Door != "", "by", was.AskedBy).With(was)
		}
		return m, err
	}
	other, asked, err := store.Get[Trailer](ctx, tx, `SELECT t.* FROM warehouse_yard_move m JOIN warehouse_trailer t ON t.id = m.trailer_id WHERE m.warehouse = ? AND m.row_id = ? AND m.spot = ? AND m.door = ? AND m.state = 'open'`, t.Warehouse, req.RowID, req.Spot, req.Door)
	if err != nil {
		return m, err
	}
	if asked {
		return m, fail.Conflict("yard-place-asked", "place", to, "door", req.Door != "", "trailer", other.Number, "carrier", cmp.Or(other.CarrierName, "–"))
	}
	other, taken, err := standsOn(ctx, tx, t.Warehouse, req.Place, t.ID)
	if err != nil {
		return m, err
	}
	if taken {
		if _, goes, err := openMove(ctx, tx, other.ID); err != nil || !goes {
			if err == nil {
				err = takenBy(ctx, tx, req.Place, other)
			}
			return m, err
		}
	}
	m = YardMove{ID: req.ID, Warehouse: t.Warehouse, TrailerID: t.ID, Place: req.Place, Priority: req.Priority, Note: req.Note, State: MoveOpen, AskedBy: tx.By.Name, AskedAt: store.At(tx.At)}
	if err := store.Insert(ctx, tx, "warehouse_yard_move", m); err != nil {
		return m, err
	}
	return m, a.note(ctx, tx, t, "asked", map[string]any{"to": to, "door": req.Door != "", "priority": req.Priority, "note": req.Note})
}

// DoMoveReq says that a move is done.
type DoMoveReq struct {
	ID        string `json:"MoveId" validate:"required,max=40"`
	TrailerID string `json:"TrailerId" validate:"required,max=40"`
	Place            // where the trailer stands, where that is another place than was asked for
}

// Check refuses a place that is a spot and a door.
func (r *DoMoveReq) Check() []fail.Field { return r.twice() }

// DoMove notes that a trailer was brought to where it was asked for, or to another place. Of two drivers who both did it the second is told where it stands, unless both say
// the same. One that was cancelled meanwhile is done all the same: the trailer stands there.
func (a *Area) DoMove(ctx context.Context, tx *store.Tx, req DoMoveReq) (YardMove, error) {
	m, t, err := moveOf(ctx, tx, req.ID, req.TrailerID)
	if err != nil {
		return m, err
	}
	to := req.Place
	if to.none() {
		to = m.Place
	}
	if m.State == MoveDone {
		if t.Place == to {
			return m, nil
		}
		return m, a.over(ctx, tx, m, t)
	}
	if !t.LeftAt.IsZero() {
		return m, gone(t)
	}
	if _, err := a.place(ctx, tx, t, to, tx.At); err != nil {
		return m, err
	}
	err = m.end(ctx, tx, MoveDone, "")
	return m, err
}

// CancelMoveReq says that a move is not to be done, or cannot be, and why.
type CancelMoveReq struct {
	ID        string `json:"MoveId" validate:"required,max=40"`
	TrailerID string `json:"TrailerId" validate:"required,max=40"`
	Reason    string `json:"Reason" validate:"required,max=200" field:"trim"`
}

// CancelMove takes a move off the list. One that is done stays done.
func (a *Area) CancelMove(ctx context.Context, tx *store.Tx, req CancelMoveReq) (YardMove, error) {
	m, t, err := moveOf(ctx, tx, req.ID, req.TrailerID)
	if err != nil || m.State == MoveCancelled {
		return m, err
	}
	if m.State == MoveDone {
		return m, a.over(ctx, tx, m, t)
	}
	if err := m.end(ctx, tx, MoveCancelled, req.Reason); err != nil {
		return m, err
	}
	return m, a.note(ctx, tx, t, "cancelled", map[string]any{"to": placeName(ctx, tx, m.Place), "door": m.Door != "", "reason": req.Reason})
}

func (a *Area) over(ctx context.Context, tx *store.Tx, m YardMove, t Trailer) error {
	return fail.Conflict("yard-move-done", "trailer", t.Number, "by", m.EndedBy, "place", placeName(ctx, tx, t.Place), "door", t.Door != "").With(m)
}

func (m *YardMove) end(ctx context.Context, tx *store.Tx, state MoveState, reason string) error {
	m.State, m.EndedBy, m.EndedAt, m.Reason = state, tx.By.Name, store.At(tx.At), reason
	return store.Put(ctx, tx, "warehouse_yard_move", "id", *m)
}

// openMove is what is asked of a trailer.
func openMove(ctx context.Context, tx *store.Tx, trailerID string) (YardMove, bool, error) {
	return store.Get[YardMove](ctx, tx, `SELECT * FROM warehouse_yard_move WHERE trailer_id = ? AND state = 'open'`, trailerID)
}

func moveOf(ctx context.Context, tx *store.Tx, id, trailerID string) (YardMove, Trailer, error) {
	m, ok, err := store.Get[YardMove](ctx, tx, `SELECT * FROM warehouse_yard_move WHERE id = ? AND trailer_id = ?`, id, trailerID)
	if err == nil && (!ok || !tx.By.SeesWarehouse(m.Warehouse)) {
		err = fail.NotFound("yard-move-unknown")
	}
	if err != nil {
		return YardMove{}, Trailer{}, err
	}
	t, _, err := store.Get[Trailer](ctx, tx, `SELECT * FROM warehouse_trailer WHERE id = ?`, trailerID)
	return m, t, err
}
