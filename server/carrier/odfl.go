package carrier

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"
)

// ODFL is what reaches Old Dominion's own services. Its REST services are signed in to by GET auth/v1.0/token with HTTP basic authentication; 401 is a wrong user
// name or password.
type ODFL struct {
	Client *http.Client
	URL    string // of its services; empty is the live ones
	Vault  *vault.Vault
}

const odflURL = "https://api.odfl.com"

// odfl is Old Dominion's SCAC.
const odfl = "ODFL"

// ODFLReq sets up the organisation's account at Old Dominion. Without a user name and a password it asks how the account stands.
type ODFLReq struct {
	User     string `json:"userName" validate:"max=80"`
	Password string `json:"password" validate:"max=200"`
	Account  string `json:"accountNumber" validate:"max=20"`
}

// Check wants all three or none.
func (r *ODFLReq) Check() (bad []fail.Field) {
	r.User, r.Account = strings.TrimSpace(r.User), strings.TrimSpace(r.Account)
	if r.User == "" && r.Password == "" && r.Account == "" {
		return nil
	}
	for _, f := range [][2]string{{"userName", r.User}, {"password", r.Password}, {"accountNumber", r.Account}} {
		if f[1] == "" {
			bad = append(bad, fail.Of(f[0], "field-required"))
		}
	}
	if strings.Contains(r.User, ":") { // what HTTP basic authentication cannot say
		bad = append(bad, fail.Of("userName", "field-malformed"))
	}
	if r.Account != "" && strings.Trim(r.Account, "0123456789") != "" {
		bad = append(bad, fail.Of("accountNumber", "field-malformed"))
	}
	return bad
}

// ODFLResp is how the account stands: success or updated once Old Dominion has accepted it, load as it is on record, failed where it was refused and error where
// Old Dominion could not be asked; then nothing was kept.
type ODFLResp struct {
	Status  string     `json:"status"`
	Message string     `json:"message"`
	Loaded  bool       `json:"loaded"`
	User    string     `json:"userName"`
	Account string     `json:"accountNumber"`
	At      store.Time `json:"checkedAt"`
}

type odflRow struct {
	ID       string     `db:"id"`
	User     string     `db:"user_name"`
	Password string     `db:"password"`
	Account  string     `db:"account"`
	At       store.Time `db:"checked_at"`
	By       string     `db:"by_user"`
}

func (a *Area) odflOn(ctx context.Context, tx *store.Tx) (odflRow, bool, error) {
	return store.Get[odflRow](ctx, tx, `SELECT * FROM carrier_odfl WHERE id = 'odfl'`)
}

// ODFLAccountSetup signs in at Old Dominion with what was typed, and keeps it where that is accepted. The password is locked by the server's vault and never read out.
func (a *Area) ODFLAccountSetup(ctx context.Context, c *op.Call, req ODFLReq) (resp ODFLResp, err error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return resp, err
	}
	var was odflRow
	var there bool
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		was, there, err = a.odflOn(ctx, tx)
		return err
	}); err != nil {
		return resp, err
	}
	if req.User == "" {
		return ODFLResp{Status: "load", Loaded: there, User: was.User, Account: was.Account, At: was.At}, nil
	}
	if status, err := a.ODFL.signIn(ctx, req.User, req.Password); err != nil {
		return resp, fail.New(http.StatusBadGateway, "odfl-unreachable")
	} else if status == http.StatusUnauthorized || status == http.StatusForbidden {
		return resp, fail.Invalid(fail.Of("password", "odfl-refused"))
	} else if status != http.StatusOK {
		return resp, fail.New(http.StatusBadGateway, "odfl-answered", "status", status)
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		locked := base64.StdEncoding.EncodeToString(a.ODFL.Vault.Lock(tx.Org+"/carrier_odfl/password", []byte(req.Password)))
		row := odflRow{"odfl", req.User, locked, req.Account, store.At(tx.Now), tx.By.User}
		resp = ODFLResp{Status: "success", Loaded: true, User: row.User, Account: row.Account, At: row.At}
		if there {
			resp.Status = "updated"
		}
		return store.Put(ctx, tx, "carrier_odfl", "id", row)
	})
	return resp, err
}

// signIn asks Old Dominion whether it knows a user. The token that it answers with is not kept.
func (o ODFL) signIn(ctx context.Context, user, password string) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	at := o.URL
	if at == "" {
		at = odflURL
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"/auth/v1.0/token", nil)
	if err != nil {
		return 0, err
	}
	req.SetBasicAuth(user, password)
	req.Header.Set("Accept", "application/json")
	res, err := o.Client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("sign in at Old Dominion: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
	return res.StatusCode, nil
}

// ODFLCarrierReq adds Old Dominion with the account that was set up: for all warehouses, or for some.
type ODFLCarrierReq struct {
	Email      string   `json:"Email" validate:"max=254"` // of the carrier, where it is not there yet
	Warehouses []string `json:"Warehouses" validate:"max=100,unique,dive,required,max=20"`
}

// ODFLAddCarrier adds Old Dominion, where it is not there, with a prepaid LTL account of the number that was set up. Another account of the organisation there gets the number.
func (a *Area) ODFLAddCarrier(ctx context.Context, tx *store.Tx, req ODFLCarrierReq) (FreightResp, error) {
	row, ok, err := a.odflOn(ctx, tx)
	if err != nil {
		return FreightResp{}, err
	}
	if !ok {
		return FreightResp{}, fail.Conflict("odfl-not-set-up")
	}
	if err := a.addFor(ctx, tx, FreightReq{SCAC: odfl, CarrierName: "Old Dominion Freight Line", RateMode: "LTL", Email: req.Email}); err != nil {
		return FreightResp{}, err
	}
	warehouses := append([]string{}, req.Warehouses...)
	save := AccountReq{Carrier: odfl, Mode: "LTL", Warehouses: warehouses, Account: row.Account, Terms: "prepaid", Users: []string{}}
	status := "added"
	list, err := accounts(a).List(ctx, tx)
	if err != nil {
		return FreightResp{}, err
	}
	for _, k := range list {
		if k.Carrier == odfl && k.Mode == "LTL" && k.Terms == "prepaid" && k.Customer == "" && sameSet(k.Warehouses, warehouses) {
			status, save = "updated", k.AccountReq
			save.Account = row.Account
		}
	}
	saved, err := accounts(a).Save(ctx, tx, save)
	return FreightResp{status, []Account{saved}}, err
}

func sameSet(x, y []string) bool {
	if len(x) != len(y) {
		return false
	}
	in := map[string]bool{}
	for _, v := range x {
		in[v] = true
	}
	for _, v := range y {
		if !in[v] {
			return false
		}
	}
	return true
}
