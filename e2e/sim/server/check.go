package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"lading/server/op"
	"lading/server/shipment"
	"lading/server/store"
)

// What must never be found, each as a query that tells of what it found.
var wrong = map[string]string{
	"an effect happened twice":         `SELECT json_extract(mutation, '$.id') || ' ' || kind FROM shipment_event WHERE mutation <> '' GROUP BY json_extract(mutation, '$.id'), kind HAVING count(*) > 1`,
	"a mutation was carried out twice": `SELECT request || ' ' || op FROM op_log WHERE device <> '' AND op NOT LIKE 'sync/%' AND op <> 'blob' GROUP BY request HAVING count(*) > 1`,
	"a mutation was carried out and has no outcome": `SELECT request || ' ' || op FROM op_log WHERE device <> '' AND op NOT LIKE 'sync/%' AND op NOT IN ('blob', 'Org/ShareView', 'Org/LeaseNumbers')
  AND request NOT IN (SELECT id FROM sync_outcome WHERE status = 'applied')`,
	"an outcome says applied and nothing was carried out": `SELECT id || ' ' || op FROM sync_outcome WHERE status = 'applied' AND id NOT IN (SELECT request FROM op_log)`,
	"a bill was signed twice":                             `SELECT shipment_id FROM shipment_event WHERE kind = 'signed' GROUP BY shipment_id HAVING count(*) > 1`,
	"a bill is signed and no event says so":               `SELECT id FROM dock_shipment WHERE signed_at IS NOT NULL AND id NOT IN (SELECT shipment_id FROM shipment_event WHERE kind = 'signed')`,
	"a load's count is not that of its pallets":           `SELECT id FROM dock_shipment s WHERE loaded_pallets <> (SELECT count(*) FROM dock_pallet WHERE shipment_id = s.id AND scanned_at IS NOT NULL)`,
	"a pallet is not where its events put it": `SELECT p.id FROM dock_pallet p WHERE (p.scanned_at IS NOT NULL) <> COALESCE((SELECT e.kind = 'pallet-loaded' FROM shipment_event e
  WHERE e.shipment_id = p.shipment_id AND json_extract(e.data, '$.pallet') = p.id
  AND (e.kind IN ('pallet-loaded', 'pallet-unloaded') OR e.kind = 'pallet-short' AND json_extract(e.data, '$.pieces') = json_extract(e.data, '$.of')) ORDER BY n DESC LIMIT 1), 0)`,
	// What waits was heard. It waits for ever where the disk that it was on is gone.
	"a device's numbers have a hole": `SELECT device FROM (SELECT device, max(seq) AS last, count(*) AS n FROM sync_outcome GROUP BY device) d
  WHERE last <> n + (SELECT count(DISTINCT seq) FROM sync_wait WHERE device = d.device AND seq < d.last)`,
	"refused work is not in the tray": `SELECT o.id FROM sync_outcome o LEFT JOIN sync_tray t USING (device, seq) WHERE o.status <> 'applied' AND t.id IS NULL`,
	"a packing counts other pieces than its boxes": `SELECT id FROM packing_plan p WHERE scanned <> (SELECT COALESCE(sum(json_extract(c.value, '$.scanned')), 0) FROM packing_box b, json_each(b.contents) c WHERE b.plan_id = p.id)
  OR packed <> (SELECT count(*) FROM packing_box WHERE plan_id = p.id AND state <> 'open')`,
	"a box holds more than belongs in": `SELECT b.id FROM packing_box b, json_each(b.contents) c WHERE json_extract(c.value, '$.scanned') NOT BETWEEN 0 AND json_extract(c.value, '$.count')`,
	"a purchase order counts other pieces than were shipped": `SELECT p.id FROM order_purchase p, json_each(p.lines) l WHERE json_extract(l.value, '$.shipped') NOT BETWEEN 0 AND json_extract(l.value, '$.item.pieces')
  OR json_extract(l.value, '$.shipped') <> (SELECT COALESCE(sum(json_extract(i.value, '$.pieces')), 0)
  FROM order_purchase_shipment o JOIN shipment s ON s.id = o.shipment_id, json_each(s.items) i WHERE o.purchase_id = p.id AND json_extract(i.value, '$.order') = p.number)`,
	"an order is built and its shipment does not name it": `SELECT o.number FROM order_open o WHERE o.state = 'built' AND NOT EXISTS (SELECT 1 FROM shipment s, json_each(s.orders) n WHERE s.id = o.shipment_id AND n.value = o.number)`,
	"an order is on two shipments":                        `SELECT o.number FROM order_open o, shipment s, json_each(s.orders) n WHERE o.state = 'built' AND n.value = o.number AND s.status <> 'V' AND s.id <> o.shipment_id`,
	"a shipment has other pieces than its orders": `SELECT s.number FROM shipment s WHERE s.status <> 'V' AND EXISTS (SELECT 1 FROM order_open WHERE shipment_id = s.id AND state = 'built')
  AND s.pieces <> (SELECT sum(pieces) FROM order_open WHERE shipment_id = s.id AND state = 'built')`,
	"an order is bound to nobody": `SELECT number FROM order_open o WHERE together <> '' AND state IN ('open', 'pending') AND (SELECT count(*) FROM order_open WHERE together = o.together) < 2`,
	"the lists of orders count others than there are": `SELECT state || ' ' || warehouse || ' ' || payer || ': ' || sum(n) FROM (SELECT state, warehouse, carrier, created_by, payer, n FROM order_tally
  UNION ALL SELECT state, warehouse, carrier, created_by, COALESCE(bill_to ->> 'name', ''), -1 FROM order_open) GROUP BY state, warehouse, carrier, created_by, payer HAVING sum(n) <> 0`,
	"the lists of shipments count others than there are": `SELECT status || ' ' || warehouse || ' ' || payer || ': ' || sum(n) FROM (SELECT status, warehouse, carrier, mode, created_by, payer, n FROM shipment_tally
  UNION ALL SELECT status, warehouse, carrier, mode, created_by, COALESCE(bill_to ->> 'name', ''), -1 FROM shipment) GROUP BY status, warehouse, carrier, mode, created_by, payer HAVING sum(n) <> 0`,
	"two trucks were sent to one door":                  `SELECT what FROM sim_door`,
	"what a vendor shipped is no shipment":              `SELECT id FROM vendor_shipment WHERE id NOT IN (SELECT id FROM shipment)`,
	"a vendor's shipment has other pieces than it said": `SELECT v.id FROM vendor_shipment v JOIN shipment s USING (id) WHERE s.pieces <> (SELECT sum(json_extract(value, '$.pieces')) FROM json_each(v.lines))`,
	"a truck came twice at once":                        `SELECT plate FROM warehouse_visit WHERE left_at IS NULL GROUP BY plate HAVING count(*) > 1`,
	"two labels of a shipment count at once":            `SELECT shipment_id FROM parcel_label WHERE state IN ('buying', 'bought', 'unclear', 'voiding') GROUP BY shipment_id HAVING count(*) > 1`,
	"two trailers stand in one place":                   `SELECT warehouse || ' ' || row_id || ' ' || spot || door FROM warehouse_trailer WHERE left_at IS NULL AND row_id || door <> '' GROUP BY warehouse, row_id, spot, door HAVING count(*) > 1`,
	"a trailer is not where its history puts it": `SELECT t.id FROM warehouse_trailer t WHERE t.left_at IS NULL
  AND (t.row_id, t.spot, t.door) <> (SELECT e.row_id, e.spot, e.door FROM warehouse_trailer_event e WHERE e.trailer_id = t.id ORDER BY e.rowid DESC LIMIT 1)`,
	"a trailer that left is to be moved":     `SELECT m.id FROM warehouse_yard_move m JOIN warehouse_trailer t ON t.id = m.trailer_id WHERE m.state = 'open' AND t.left_at IS NOT NULL`,
	"a scope counts other rows than its log": `SELECT scope FROM change_digest d WHERE n <> (SELECT count(*) FROM change WHERE scope = d.scope AND gone = 0)`,
}

type outcome struct {
	ID      string `json:"id" db:"id"`
	Device  string `json:"device" db:"device"`
	Seq     int64  `json:"seq" db:"seq"`
	Op      string `json:"op" db:"op"`
	Status  string `json:"status" db:"status"`
	Code    string `json:"code" db:"code"`
	Version int64  `json:"version" db:"version"`
	Behind  int64  `json:"behind" db:"behind"` // what parked work waits for
}

func outcomes(ctx context.Context, tx *store.Tx) ([]outcome, error) {
	return store.Select[outcome](ctx, tx, `SELECT id, device, seq, op, status, code, version, COALESCE(params ->> 'behind', 0) AS behind FROM sync_outcome`)
}

// look gives the outcomes as they stand at this moment, and what was carried out more than once, also by those whose outcome came from elsewhere.
func (w *world) look(ctx context.Context, org string, _ *http.Request) (any, error) {
	db, err := w.app.Store.Org(ctx, org)
	if err != nil {
		return nil, err
	}
	var r struct {
		Epoch    string    `json:"epoch"`
		Outcomes []outcome `json:"outcomes"`
		Twice    []string  `json:"twice"`
		Heard    heard     `json:"heard"`
	}
	r.Epoch = db.Epoch()
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		if r.Outcomes, err = outcomes(ctx, tx); err != nil {
			return err
		}
		if r.Heard, err = heardOf(ctx, tx); err != nil {
			return err
		}
		r.Twice, err = store.Select[string](ctx, tx, `SELECT request || ' ' || op FROM op_log WHERE device <> '' AND op NOT LIKE 'sync/%' AND op <> 'blob' GROUP BY request HAVING count(*) > 1`)
		return err
	})
	return r, err
}

type report struct {
	Problems []string  `json:"problems"`
	Outcomes []outcome `json:"outcomes"`
	Tray     []string  `json:"tray"` // ids that wait for a person
	Refusals []refusal `json:"refusals"`
	Version  int64     `json:"version"`
	Forms    int64     `json:"forms"` // that were carried out
}

// refusal is what a person is told of work that waits.
type refusal struct {
	ID     string          `json:"id"`
	Code   string          `json:"code"`
	Errors json.RawMessage `json:"errors"`
	Row    json.RawMessage `json:"row"`
}

// missing gives those of the named files whose bytes are not kept.
func (w *world) missing(ctx context.Context, org string, r *http.Request) (any, error) {
	gone := []string{}
	for hash := range strings.SplitSeq(r.URL.Query().Get("files"), ",") {
		if _, ok, err := w.app.Blobs.Find(ctx, org, hash); err != nil {
			return nil, err
		} else if !ok {
			gone = append(gone, hash)
		}
	}
	return gone, nil
}

// check looks into an organisation for what may not be, whoever was cut off when.
func (w *world) check(ctx context.Context, org string, _ *http.Request) (any, error) {
	db, err := w.app.Store.Org(ctx, org)
	if err != nil {
		return nil, err
	}
	r := report{Problems: []string{}, Outcomes: []outcome{}, Tray: []string{}, Refusals: []refusal{}}
	err = db.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) error {
		for what, query := range wrong {
			found, err := store.Select[string](ctx, tx, query)
			if err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			for _, f := range found {
				r.Problems = append(r.Problems, what+": "+f)
			}
		}
		broken, n, err := op.VerifyLog(ctx, tx)
		if err != nil {
			return err
		}
		if broken != 0 || n == 0 {
			r.Problems = append(r.Problems, fmt.Sprintf("the log of %d operations breaks at %d", n, broken))
		}
		ids, err := store.Select[string](ctx, tx, `SELECT id FROM shipment`)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if broken, _, err := shipment.VerifyChain(ctx, tx, id); err != nil || broken != 0 {
				r.Problems = append(r.Problems, fmt.Sprintf("the events of %s break at %d: %v", id, broken, err))
			}
		}
		if r.Outcomes, err = outcomes(ctx, tx); err != nil {
			return err
		}
		if r.Tray, err = store.Select[string](ctx, tx, `SELECT id FROM sync_tray WHERE resolved_at IS NULL`); err != nil {
			return err
		}
		waiting, err := store.Select[struct {
			ID     string `db:"id"`
			Code   string `db:"code"`
			Errors string `db:"errors"`
			Row    string `db:"row"`
		}](ctx, tx, `SELECT id, code, errors, COALESCE("row", 'null') AS "row" FROM sync_tray WHERE resolved_at IS NULL AND status = 'rejected'`)
		if err != nil {
			return err
		}
		for _, t := range waiting {
			r.Refusals = append(r.Refusals, refusal{t.ID, t.Code, json.RawMessage(t.Errors), json.RawMessage(t.Row)})
		}
		return tx.QueryRowContext(ctx, `SELECT version, (SELECT count(*) FROM op_log WHERE op = 'Org/ShareView') FROM store_version`).Scan(&r.Version, &r.Forms)
	})
	return r, err
}
