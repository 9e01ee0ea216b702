package org

import (
	"context"
	"fmt"
	"slices"

	"lading/server/kit/fail"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

// NumberKind is what a number is for.
type NumberKind string

// The kinds that a device may hold ahead.
const (
	SSCC NumberKind = "sscc"
	BOL  NumberKind = "bol"
	PRO  NumberKind = "pro"
)

// Values lists the kinds.
func (NumberKind) Values() []string { return []string{"sscc", "bol", "pro"} }

// block is how many numbers a device takes at once: a long shift's worth, so that a tablet that was charged in the office in the morning
// does not have to come back.
var block = map[NumberKind]int64{SSCC: 2000, BOL: 200, PRO: 200}

// Lease is a block of numbers that one device may use up without asking anybody. It is not a synced row: a row belongs to whoever may see its
// scope, and a lease to one device alone, whoever works on it. The device keeps it beside its outbox, and not in the cache, which comes and goes.
type Lease struct {
	ID      string     `json:"id" db:"id"`
	Kind    NumberKind `json:"kind" db:"kind"`
	Carrier string     `json:"carrier" db:"carrier"` // of a PRO number
	Prefix  string     `json:"prefix" db:"prefix"`
	Digits  int64      `json:"digits" db:"digits"` // of the serial
	Rule    Rule       `json:"rule" db:"rule"`
	First   int64      `json:"first" db:"first"`
	Last    int64      `json:"last" db:"last"`
}

func (l Lease) series() series { return series{l.Prefix, l.Digits, l.Rule} }

type leaseRow struct {
	Lease
	Device  string     `db:"device"`
	At      store.Time `db:"at"`
	By      string     `db:"by_user"`
	SpentAt store.Time `db:"spent_at"`
}

const leaseColumns = `id, kind, carrier, prefix, digits, rule, first, last, device, at, by_user, spent_at`

// Devices knows the enrolled devices and who worked on them.
type Devices interface {
	PublicKey(ctx context.Context, tx *store.Tx, device string) (jwk string, users []string, ok bool, err error)
	// Line lists a device and the numbers that it had before.
	Line(ctx context.Context, tx *store.Tx, device string) ([]string, error)
}

// HeldLease is what a device has left of a lease.
type HeldLease struct {
	Lease string `json:"Lease" validate:"required,ulid"`
	Next  int64  `json:"Next" validate:"gte=0"` // the first serial that is not used yet
}

// LeaseReq tells what a device holds.
type LeaseReq struct {
	Device string      `json:"Device" validate:"required,ulid"`
	Have   []HeldLease `json:"Have" validate:"max=400,dive"`
}

// LeaseResp is all that the device may use.
type LeaseResp struct {
	Leases []Lease `json:"Leases"`
}

// TakeLeases gives a device a further block of each kind of which it has less than half a block left. It answers with everything that the device
// may use, so that a lost answer costs nothing: asked again, the device is told of the block that it did not hear of.
func (a *Area) TakeLeases(ctx context.Context, tx *store.Tx, req LeaseReq) (LeaseResp, error) {
	if tx.By.Device != "" && tx.By.Device != req.Device {
		return LeaseResp{}, fail.Forbidden("device-other")
	}
	if _, users, ok, err := a.Devices.PublicKey(ctx, tx, req.Device); err != nil || !ok || tx.By.Device == "" || !slices.Contains(users, tx.By.User) {
		if err == nil {
			err = fail.Conflict("not-enrolled")
		}
		return LeaseResp{}, err
	}
	held, err := store.Select[leaseRow](ctx, tx, `SELECT `+leaseColumns+` FROM org_lease WHERE device = ? AND spent_at IS NULL ORDER BY id`, req.Device)
	if err != nil {
		return LeaseResp{}, err
	}
	resp := LeaseResp{Leases: []Lease{}}
	left := map[[2]string]int64{}
	for _, l := range held {
		next := l.First
		if i := slices.IndexFunc(req.Have, func(h HeldLease) bool { return h.Lease == l.ID }); i >= 0 {
			next = max(next, req.Have[i].Next)
		}
		if next > l.Last {
			if _, err := tx.ExecContext(ctx, `UPDATE org_lease SET spent_at = ? WHERE id = ?`, tx.Now.UnixMilli(), l.ID); err != nil {
				return resp, err
			}
			continue
		}
		left[[2]string{string(l.Kind), l.Carrier}] += l.Last - next + 1
		resp.Leases = append(resp.Leases, l.Lease)
	}
	carriers, err := store.Select[string](ctx, tx, `SELECT DISTINCT carrier FROM org_pro_range UNION SELECT DISTINCT carrier FROM org_lease WHERE device = '' AND kind = 'pro'`)
	if err != nil {
		return resp, err
	}
	wanted := [][2]string{{string(SSCC)}, {string(BOL)}}
	for _, c := range carriers {
		wanted = append(wanted, [2]string{string(PRO), c})
	}
	for _, w := range wanted {
		kind := NumberKind(w[0])
		if left[w] >= block[kind]/2 {
			continue
		}
		l, ok, err := a.lease(ctx, tx, kind, w[1], block[kind])
		if err != nil {
			return resp, err
		}
		if !ok {
			continue
		}
		if err := store.Insert(ctx, tx, "org_lease", leaseRow{Lease: l, Device: req.Device, At: store.At(tx.Now), By: tx.By.User}); err != nil {
			return resp, err
		}
		resp.Leases = append(resp.Leases, l)
	}
	return resp, nil
}

// lease finds at most n numbers that nobody has: what was given back first, then new ones. ok is false where there are none.
func (a *Area) lease(ctx context.Context, tx *store.Tx, kind NumberKind, carrier string, n int64) (l Lease, ok bool, err error) {
	l = Lease{ID: ulid.Make().String(), Kind: kind, Carrier: carrier}
	free, ok, err := store.Get[leaseRow](ctx, tx, `SELECT `+leaseColumns+` FROM org_lease WHERE device = '' AND kind = ? AND carrier = ? ORDER BY id LIMIT 1`, kind, carrier)
	if err != nil {
		return l, false, err
	}
	if ok {
		l.Prefix, l.Digits, l.Rule, l.First, l.Last = free.Prefix, free.Digits, free.Rule, free.First, min(free.Last, free.First+n-1)
		if l.Last == free.Last {
			_, err = tx.ExecContext(ctx, `DELETE FROM org_lease WHERE id = ?`, free.ID)
		} else {
			_, err = tx.ExecContext(ctx, `UPDATE org_lease SET first = ? WHERE id = ?`, l.Last+1, free.ID)
		}
		return l, err == nil, err
	}
	if kind == PRO {
		r, ok, err := store.Get[ProRange](ctx, tx, `SELECT * FROM org_pro_range WHERE carrier = ? AND next <= last ORDER BY id LIMIT 1`, carrier)
		if err != nil || !ok {
			return l, false, err
		}
		l.Prefix, l.Digits, l.Rule, l.First, l.Last = r.Prefix, r.Digits, r.Rule, r.Next, min(r.Last, r.Next+n-1)
		_, err = tx.ExecContext(ctx, `UPDATE org_pro_range SET next = ? WHERE id = ?`, l.Last+1, r.ID)
		return l, err == nil, err
	}
	setup, err := a.Get(ctx, tx)
	if err != nil {
		return l, false, err
	}
	s, err := seriesOf(kind, setup.Prefix)
	if fail.CodeOf(err) == "company-prefix-missing" { // a shipper without one has no pallet numbers to hold
		return l, false, nil
	}
	if err != nil {
		return l, false, err
	}
	l.Prefix, l.Digits, l.Rule = s.prefix, s.digits, s.rule
	if err := tx.QueryRowContext(ctx, `UPDATE org_counter SET next = next + ?1 WHERE name = ?2 RETURNING next - ?1, next - 1`, n, kind).Scan(&l.First, &l.Last); err != nil {
		return l, false, err
	}
	if _, err := s.number(l.Last); err != nil {
		return l, false, fail.Conflict(string(kind) + "-numbers-used-up")
	}
	return l, true, nil
}

// ReturnReq gives back what is left of a lease.
type ReturnReq struct {
	Lease string `json:"Lease" validate:"required,ulid"`
	Next  int64  `json:"Next" validate:"gte=0"` // the first serial that was not used
}

// ReturnLease takes back what a device did not use. It comes through the device's queue, behind everything that used the lease.
func (a *Area) ReturnLease(ctx context.Context, tx *store.Tx, req ReturnReq) (Lease, error) {
	l, ok, err := store.Get[leaseRow](ctx, tx, `SELECT `+leaseColumns+` FROM org_lease WHERE id = ?`, req.Lease)
	if err != nil {
		return l.Lease, err
	}
	if ok && l.Device != "" && tx.By.Device != "" {
		line, err := a.Devices.Line(ctx, tx, tx.By.Device)
		if err != nil {
			return Lease{}, err
		}
		ok = slices.Contains(line, l.Device)
	}
	if !ok || l.Device == "" || tx.By.Device == "" {
		return Lease{}, fail.NotFound("lease-unknown")
	}
	if !l.SpentAt.IsZero() {
		return l.Lease, nil
	}
	var used int64
	if err := tx.QueryRowContext(ctx, `SELECT COALESCE(max(serial), -1) FROM org_number WHERE lease = ?`, l.ID).Scan(&used); err != nil {
		return l.Lease, err
	}
	from := max(req.Next, l.First, used+1)
	if from <= l.Last {
		rest := leaseRow{Lease: l.Lease, At: store.At(tx.Now), By: tx.By.User}
		rest.ID, rest.First = ulid.Make().String(), from
		if err := store.Insert(ctx, tx, "org_lease", rest); err != nil {
			return l.Lease, err
		}
		l.Last = from - 1
	}
	_, err = tx.ExecContext(ctx, `UPDATE org_lease SET last = ?, spent_at = ? WHERE id = ?`, l.Last, tx.Now.UnixMilli(), l.ID)
	return l.Lease, err
}

// UseNumber notes that a number of the device's own lease stands on a thing from now on. What the device did not lease, or used
// for something else, is refused: that is how the copy of a cloned device is found out. A PRO number that no range of ours holds is the
// carrier's own, as from the roll of labels in a cab, and is nobody's but the carrier's to judge.
func (a *Area) UseNumber(ctx context.Context, tx *store.Tx, kind, carrier, number, subject string) error {
	known, ok, err := store.Get[string](ctx, tx, `SELECT subject FROM org_number WHERE kind = ? AND carrier = ? AND number = ?`, kind, carrier, number)
	switch {
	case err != nil:
		return err
	case ok && known == subject:
		return nil
	case ok:
		return fail.Conflict("number-used", "number", number)
	}
	if tx.By.Device != "" {
		// Its labels may be printed from what it held under a number from before: the copy that made it take another may use the same, and then the second is told.
		line, err := a.Devices.Line(ctx, tx, tx.By.Device)
		if err != nil {
			return err
		}
		list, err := json.Marshal(line)
		if err != nil {
			return err
		}
		leases, err := store.Select[leaseRow](ctx, tx, `SELECT `+leaseColumns+` FROM org_lease WHERE device IN (SELECT value FROM json_each(?)) AND kind = ? AND carrier = ?`, string(list), kind, carrier)
		if err != nil {
			return err
		}
		for _, l := range leases {
			if serial, ok := l.series().serial(number); ok && serial >= l.First && serial <= l.Last {
				_, err := tx.ExecContext(ctx, `INSERT INTO org_number (kind, carrier, number, lease, serial, subject, at) VALUES (?, ?, ?, ?, ?, ?, ?)`, kind, carrier, number, l.ID, serial, subject, tx.Now.UnixMilli())
				if err != nil {
					err = fmt.Errorf("note %s %s as used: %w", kind, number, err)
				}
				return err
			}
		}
	}
	if kind == string(PRO) {
		ours, err := a.inRange(ctx, tx, carrier, number)
		if err != nil || !ours {
			return err
		}
	}
	return fail.Conflict("number-not-leased", "number", number)
}
