package integration

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/resource"
	"lading/server/store"
)

// TransferReq is how files of orders come from another system, by SFTP.
type TransferReq struct {
	ID        string  `json:"TransferId" db:"id" validate:"max=40"`
	Name      string  `json:"Name" db:"name" validate:"required,max=80" field:"trim"`
	Customer  string  `json:"Customer" db:"customer" validate:"max=80" field:"trim"`  // whose orders they are where a file does not say
	Warehouse *string `json:"WarehouseId" db:"warehouse" validate:"omitempty,max=20"` // where they ship from where a file does not say, and the only one that they may be of; none is all
	Good      bool    `json:"SaveGood" db:"good"`                                     // the good orders of a file are saved that has wrong ones
	Paused    bool    `json:"Paused" db:"paused"`                                     // nobody signs in
	resource.Based
}

// Transfer is a way of order files as it is kept.
type Transfer struct {
	TransferReq
	resource.Stamp
}

func (t *Transfer) warehouse() string {
	if t.Warehouse == nil {
		return ""
	}
	return *t.Warehouse
}

// seesFiles reports whether all that a transfer's files may be of is the user's to see.
func seesFiles(by store.Actor, t *Transfer) bool {
	return by.Warehouses == nil || t.Warehouse != nil && by.SeesWarehouse(*t.Warehouse)
}

func transfers(a *Area) *resource.Table[TransferReq, Transfer] {
	return resource.Of(resource.Spec[TransferReq, Transfer]{
		Table: "integration_transfer", Noun: "transfer", Order: "name", Read: right.ManageIntegration, Write: right.ManageIntegration,
		Unique: []resource.Unique{{Columns: []string{"name"}, Field: "Name", Fold: true}},
		Sees:   seesFiles,
		Before: func(ctx context.Context, tx *store.Tx, _, t *Transfer) (err error) {
			if t.Customer, err = a.Parties.Standing(ctx, tx, t.Customer); err != nil {
				return err
			}
			if t.Warehouse != nil && *t.Warehouse == "" {
				t.Warehouse = nil
			}
			if !seesFiles(tx.By, t) {
				return fail.Invalid(fail.Of("WarehouseId", "warehouse-not-yours", "warehouse", t.warehouse()))
			}
			if t.Warehouse == nil {
				return nil
			}
			_, _, err = a.Sites.Site(ctx, tx, *t.Warehouse)
			return err
		},
		After: func(ctx context.Context, tx *store.Tx, was, now *Transfer) error {
			if was == nil || now != nil {
				return nil
			}
			// undone, it needs another password: whoever had this one may have been the reason to end it
			_, err := tx.ExecContext(ctx, `DELETE FROM integration_transfer_login WHERE transfer_id = ?`, was.ID)
			return err
		},
		Paths: resource.Paths{Save: "Integration/SaveOrderTransfer", End: "Integration/EndOrderTransfer", Restore: "Integration/RestoreOrderTransfer"},
	})
}

// login is how a transfer signs in.
type login struct {
	Transfer string     `db:"transfer_id"`
	Username string     `db:"username"` // the organisation, a dot and what is drawn
	Hash     string     `db:"hash"`
	MadeAt   store.Time `db:"made_at"`
	By       string     `db:"by_user"` // to whom the password was shown
	Device   string     `db:"device"`  // and where
}

// TransferShown is a transfer in the list, with what is known of its files.
type TransferShown struct {
	Transfer
	Username string     `json:"Username"` // empty until it has a password
	MadeAt   store.Time `json:"PasswordAt"`
	LastAt   store.Time `json:"LastFileAt"`
	Waiting  int        `json:"Waiting"` // files that are about to be imported
	Held     int        `json:"Held"`    // files that wait for a person
}

// Transfers lists the ways that files of orders come by.
func (a *Area) Transfers(ctx context.Context, tx *store.Tx, _ op.None) ([]TransferShown, error) {
	list, err := transfers(a).List(ctx, tx)
	if err != nil {
		return nil, err
	}
	out := make([]TransferShown, len(list))
	for i, t := range list {
		s := &out[i]
		s.Transfer = t
		l, _, err := store.Get[login](ctx, tx, `SELECT * FROM integration_transfer_login WHERE transfer_id = ?`, t.ID)
		if err != nil {
			return nil, err
		}
		s.Username, s.MadeAt = l.Username, l.MadeAt
		last, some, err := store.Get[int64](ctx, tx, `SELECT at FROM integration_file WHERE transfer_id = ? AND state <> 'part' ORDER BY at DESC LIMIT 1`, t.ID)
		if err != nil {
			return nil, err
		}
		if some {
			s.LastAt = store.At(time.UnixMilli(last))
		}
		if err = tx.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE state = 'waiting'), count(*) FILTER (WHERE state = 'held') FROM integration_file WHERE transfer_id = ?`, t.ID).Scan(&s.Waiting, &s.Held); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ConfigureReq names a transfer.
type ConfigureReq struct {
	ID string `json:"TransferId" validate:"required,max=40"`
}

// Credentials are shown once, to be given to the other system.
type Credentials struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// Configure gives a transfer another password, and a user name where it has none. The former password is of no use from then on.
func (a *Area) Configure(ctx context.Context, tx *store.Tx, req ConfigureReq) (Credentials, error) {
	t, err := transfers(a).Get(ctx, tx, req.ID)
	if err != nil {
		return Credentials{}, err
	}
	was, had, err := store.Get[login](ctx, tx, `SELECT * FROM integration_transfer_login WHERE transfer_id = ?`, t.ID)
	if err != nil {
		return Credentials{}, err
	}
	password := strings.ToLower(rand.Text())
	now := login{Transfer: t.ID, Username: was.Username, Hash: passwordHash(password), MadeAt: store.At(tx.Now), By: tx.By.User, Device: tx.By.Device}
	if had {
		return Credentials{now.Username, password}, store.Put(ctx, tx, "integration_transfer_login", "transfer_id", now)
	}
	now.Username = tx.Org + "." + strings.ToLower(rand.Text()[:10])
	return Credentials{now.Username, password}, store.Insert(ctx, tx, "integration_transfer_login", now)
}

// onRightsLost ends the passwords that were shown to a person who may not have them any more.
func (a *Area) onRightsLost(ctx context.Context, tx *store.Tx, e event.RightsLost) error {
	return a.endLogins(ctx, tx, func(l login, t *Transfer) bool {
		return l.By == e.User && !e.Holds(right.ManageIntegration, t.warehouse())
	})
}

// onDeviceRevoked ends the passwords that a device showed.
func (a *Area) onDeviceRevoked(ctx context.Context, tx *store.Tx, e event.DeviceRevoked) error {
	return a.endLogins(ctx, tx, func(l login, _ *Transfer) bool { return l.Device != "" && l.Device == e.Device })
}

// endLogins has some transfers need another password, and tells the office, since no file comes until they have it.
func (a *Area) endLogins(ctx context.Context, tx *store.Tx, ends func(login, *Transfer) bool) error {
	all, err := store.Select[login](ctx, tx, `SELECT * FROM integration_transfer_login`)
	if err != nil {
		return err
	}
	for _, l := range all {
		t, ok, err := store.Get[Transfer](ctx, tx, `SELECT * FROM integration_transfer WHERE id = ?`, l.Transfer)
		if err != nil {
			return err
		}
		if !ok || !ends(l, &t) {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM integration_transfer_login WHERE transfer_id = ?`, l.Transfer); err != nil {
			return err
		}
		if err := tx.Emit(ctx, event.OfficeTold{Warehouse: t.warehouse(), Code: "notify-order-transfer-ended", Params: map[string]any{"name": t.Name}, Link: "/IntegrationSetup"}); err != nil {
			return err
		}
	}
	return nil
}

// passwordHash is of a password of at least 128 random bits: one that nobody can guess needs no slow hash.
func passwordHash(password string) string {
	sum := sha256.Sum256([]byte("lading sftp " + password))
	return hex.EncodeToString(sum[:])
}

// ServerShown is where other systems bring their files.
type ServerShown struct {
	On          bool   `json:"On"` // whoever runs the server has to switch it on
	Host        string `json:"Host"`
	Port        int    `json:"Port"`
	Fingerprint string `json:"Fingerprint"` // of the host's key, as OpenSSH writes it
}

// FileServer tells where other systems bring their files.
func (a *Area) FileServer(context.Context, *store.Tx, op.None) (ServerShown, error) {
	if s := a.sftp.Load(); s != nil {
		return s.shown, nil
	}
	return ServerShown{}, nil
}
