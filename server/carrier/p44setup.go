package carrier

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// p44Contract is the contract ID that marks an account of a carrier with real-time visibility.
const p44Contract = "P44"

// p44Connection is a row of carrier_p44.
type p44Connection struct {
	ID     string     `db:"id"`
	Client string     `db:"client"`
	Secret string     `db:"secret"`
	Region P44Region  `db:"region"`
	Rev    int64      `db:"rev"`
	At     store.Time `db:"at"`
	By     string     `db:"by_user"`
}

func p44Place(org, what string) string { return org + "/carrier_p44/" + what }

func (p *P44) lock(org, what, text string) string {
	return base64.StdEncoding.EncodeToString(p.Vault.Lock(p44Place(org, what), []byte(text)))
}

func (p *P44) unlock(org, what, locked string) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(locked)
	if err != nil {
		return "", err
	}
	text, err := p.Vault.Unlock(p44Place(org, what), raw)
	return string(text), err
}

// link begins to speak with project44 by a connection; with a secret that is typed, by that one.
func (p *P44) link(org string, c p44Connection, typed string) (l p44Link, err error) {
	l = p44Link{P44: p, org: org, client: c.Client, secret: typed, host: p.URL, rev: c.Rev}
	if l.host == "" {
		l.host = p44Hosts[c.Region]
	}
	if typed == "" {
		l.secret, err = p.unlock(org, "secret", c.Secret)
	}
	return l, err
}

// connected is the organisation's connection; without one, nobody is asked. One whose secret cannot be read, since the server's is another, is none.
func (a *Area) connected(ctx context.Context, tx *store.Tx) (l p44Link, err error) {
	c, ok, err := store.Get[p44Connection](ctx, tx, `SELECT * FROM carrier_p44 WHERE id = 'p44'`)
	if err == nil && !ok {
		err = fail.Conflict("p44-not-connected")
	}
	if err != nil {
		return l, err
	}
	if l, err = a.P44.link(tx.Org, c, ""); errors.Is(err, vault.ErrWrongKey) {
		err = fail.Conflict("p44-not-connected")
	}
	return l, err
}

// still refuses to keep what another connection than the one that stands was asked for.
func (l p44Link) still(now p44Link) error {
	if l.rev != now.rev {
		return fail.Conflict("row-changed-meanwhile", "name", "project44")
	}
	return nil
}

// P44Group is a group of accounts at project44.
type P44Group struct {
	Code string     `json:"code" db:"code"`
	Name string     `json:"name" db:"name"`
	ID   string     `json:"id" db:"provider_id"` // project44's own
	At   store.Time `json:"createDate" db:"at"`
	By   string     `json:"by" db:"by_user"`
}

// P44Setup is how the organisation is connected with project44, its groups there, and its freight accounts that can have visibility. The secret is never shown.
type P44Setup struct {
	Connected bool         `json:"Connected"`
	Client    string       `json:"ClientId"`
	Region    P44Region    `json:"Region"`
	At        store.Time   `json:"CheckedAt"`
	Rev       int64        `json:"Rev"` // 0 where there is none
	Groups    []P44Group   `json:"Groups"`
	Accounts  []P44Account `json:"Accounts"`
}

// P44Setup reads it. Visibility is of LTL accounts: the documents give visibility carriers the rate mode 1.
func (a *Area) P44Setup(ctx context.Context, tx *store.Tx, _ op.None) (out P44Setup, err error) {
	c, ok, err := store.Get[p44Connection](ctx, tx, `SELECT * FROM carrier_p44 WHERE id = 'p44'`)
	if err != nil {
		return out, err
	}
	_, unread := a.P44.unlock(tx.Org, "secret", c.Secret)
	out = P44Setup{Connected: ok && !errors.Is(unread, vault.ErrWrongKey), Client: c.Client, Region: c.Region, At: c.At, Rev: c.Rev, Groups: []P44Group{}, Accounts: []P44Account{}}
	groups, err := store.Select[P44Group](ctx, tx, `SELECT * FROM carrier_p44_group ORDER BY name COLLATE NOCASE, code`)
	if err != nil {
		return out, err
	}
	out.Groups = append(out.Groups, groups...)
	list, err := accounts(a).List(ctx, tx)
	for _, k := range list {
		if err == nil && k.Mode == "LTL" {
			var one p44State
			if one, err = a.p44Of(ctx, tx, k); err == nil {
				out.Accounts = append(out.Accounts, one.shown(tx.Now))
			}
		}
	}
	return out, err
}

// P44ConnectReq connects the organisation with project44 by a client application. A secret that is empty stays as it is.
type P44ConnectReq struct {
	Client string    `json:"ClientId" validate:"required,max=200" field:"trim"`
	Secret string    `json:"ClientSecret" validate:"max=500" field:"trim"`
	Region P44Region `json:"Region" validate:"required,oneof=na eu sandbox"`
	Rev    int64     `json:"Rev" validate:"gte=0"`
}

// SaveP44 asks project44 for a token first: an application that it does not know is not kept.
func (a *Area) SaveP44(ctx context.Context, c *op.Call, req P44ConnectReq) (out P44Setup, err error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return out, err
	}
	var now p44Connection
	elsewhere := false
	judge := func(ctx context.Context, tx *store.Tx) error {
		was, ok, err := store.Get[p44Connection](ctx, tx, `SELECT * FROM carrier_p44 WHERE id = 'p44'`)
		if err != nil {
			return err
		}
		now = p44Connection{"p44", req.Client, was.Secret, req.Region, was.Rev + 1, store.At(tx.Now), tx.By.User}
		_, unread := a.P44.unlock(tx.Org, "secret", was.Secret)
		elsewhere = ok && (was.Region != req.Region || was.Client != req.Client)
		switch {
		case was.Rev != req.Rev:
			return fail.Conflict("row-changed-meanwhile", "name", "project44")
		case req.Secret == "" && (!ok || errors.Is(unread, vault.ErrWrongKey)):
			return fail.Invalid(fail.Of("ClientSecret", "field-required"))
		case elsewhere: // what stands there is not known here
			n, _, err := store.Get[int](ctx, tx, `SELECT count(*) FROM carrier_p44_account`)
			switch {
			case err != nil:
				return err
			case n > 0 && was.Region != req.Region:
				return fail.Invalid(fail.Of("Region", "p44-region-in-use", "count", n))
			case n > 0:
				return fail.Invalid(fail.Of("ClientId", "p44-client-in-use", "count", n))
			}
		}
		if req.Secret != "" {
			now.Secret = a.P44.lock(tx.Org, "secret", req.Secret)
		}
		return nil
	}
	if err := db.Read(ctx, c.By, judge); err != nil {
		return out, err
	}
	l, err := a.P44.link(c.Org, now, req.Secret)
	if err != nil {
		return out, err
	}
	asking, cancel := context.WithTimeout(ctx, p44Patience)
	defer cancel()
	var no p44No
	if _, err := l.token(asking, ""); errors.As(err, &no) && slices.Contains([]int{400, 401, 403}, no.status) {
		return out, fail.Invalid(fail.Of("ClientSecret", "p44-refused", "message", no.words))
	} else if err != nil {
		return out, p44Asking.told(err)
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		if err := judge(ctx, tx); err != nil {
			return err
		}
		if err := store.Put(ctx, tx, "carrier_p44", "id", now); err != nil {
			return err
		}
		if elsewhere { // neither its groups nor its metadata are those of before
			for _, sql := range []string{`DELETE FROM carrier_p44_group`, `UPDATE carrier_p44_mark SET metatag = '', metatag_at = NULL`} {
				if _, err := tx.ExecContext(ctx, sql); err != nil {
					return err
				}
			}
		}
		out, err = a.P44Setup(ctx, tx, op.None{})
		return err
	})
	return out, err
}

// P44GroupReq makes a group of accounts at project44.
type P44GroupReq struct {
	Code string `json:"code" validate:"required,max=60" field:"trim"`
	Name string `json:"name" validate:"required,max=80" field:"trim"`
}

var p44Code = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// Check wants a code that an address can have in it.
func (r *P44GroupReq) Check() []fail.Field {
	if r.Code != "" && !p44Code.MatchString(strings.TrimSpace(r.Code)) {
		return []fail.Field{fail.Of("code", "field-malformed")}
	}
	return nil
}

// p44ID is an id of project44, a number or a text.
type p44ID string

// UnmarshalJSON takes either.
func (i *p44ID) UnmarshalJSON(b []byte) error {
	if text := strings.Trim(string(b), `"`); text != "null" {
		*i = p44ID(text)
	}
	return nil
}

type p44GroupInfo struct {
	Code string `json:"code"`
	Name string `json:"name"`
	ID   p44ID  `json:"id,omitempty"`
}

// CreateP44AccountGroup makes a group. One that is there already by its code, since an earlier reply was lost or it was made at project44, is taken over.
func (a *Area) CreateP44AccountGroup(ctx context.Context, c *op.Call, req P44GroupReq) (out P44Group, err error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return out, err
	}
	defer a.P44.turns.Take(c.Org + "/group")()
	var l p44Link
	judge := func(ctx context.Context, tx *store.Tx) error {
		_, taken, err := store.Get[int](ctx, tx, `SELECT 1 FROM carrier_p44_group WHERE code = ? COLLATE NOCASE`, req.Code)
		if err == nil && taken {
			err = fail.Invalid(fail.Of("code", "p44-group-exists", "code", req.Code))
		}
		return err
	}
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		if l, err = a.connected(ctx, tx); err != nil {
			return err
		}
		return judge(ctx, tx)
	}); err != nil {
		return out, err
	}
	made, err := l.group(ctx, req)
	if err != nil {
		return out, p44Asking.told(err)
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		if err := judge(ctx, tx); err != nil {
			return err
		}
		now, err := a.connected(ctx, tx)
		if err == nil {
			err = l.still(now)
		}
		if err != nil {
			return err
		}
		out = P44Group{req.Code, made.Name, string(made.ID), store.At(tx.Now), tx.By.User}
		return store.Insert(ctx, tx, "carrier_p44_group", out)
	})
	return out, err
}

// group finds a group by its code, or makes it.
func (l p44Link) group(ctx context.Context, req P44GroupReq) (made p44GroupInfo, err error) {
	var there p44Groups
	if _, err := l.call(ctx, http.MethodGet, p44GroupPath, nil, &there); err != nil {
		return made, err
	}
	for _, g := range there {
		if g.Code == req.Code {
			return g, nil
		}
	}
	if _, err := l.call(ctx, http.MethodPost, p44GroupPath, p44GroupInfo{Code: req.Code, Name: req.Name}, &made); err != nil {
		return made, err
	}
	made.Name = req.Name
	return made, nil
}

// p44Groups is a list, or has it as groups.
type p44Groups []p44GroupInfo

// UnmarshalJSON takes either.
func (g *p44Groups) UnmarshalJSON(b []byte) error {
	var list []p44GroupInfo
	if json.Unmarshal(b, &list) != nil {
		var in struct {
			Groups []p44GroupInfo `json:"groups"`
		}
		if err := json.Unmarshal(b, &in); err != nil {
			return err
		}
		list = in.Groups
	}
	*g = list
	return nil
}

// p44Infos is an account at project44: CapacityProviderAccountInfos.
type p44Infos struct {
	Accounts   []map[string]any  `json:"accounts,omitempty"`
	Identifier map[string]string `json:"capacityProviderIdentifier,omitempty"`
	Code       string            `json:"code"`
	Group      *p44GroupInfo     `json:"group,omitempty"`
	ID         p44ID             `json:"id,omitempty"`
}

// keep adds an account, or changes it where it has an id. One that is in its group already by its code is changed: an earlier reply was lost, or somebody made it there.
// made says that it is another than there was. others are the ids of those that stand for other freight accounts: none of them is meant, whatever project44 lists.
func (l p44Link) keep(ctx context.Context, is p44Infos, others []string) (id p44ID, made bool, err error) {
	if is.ID == "" {
		there, err := l.listed(ctx, is.Group.Code)
		if err != nil {
			return "", false, err
		}
		for _, k := range there {
			if k.has(is.Group.Code, is.Code) {
				if k.ID == "" || slices.Contains(others, string(k.ID)) {
					return "", false, errP44Form
				}
				is.ID = k.ID
			}
		}
	}
	id = is.ID
	is.ID = "" // in the address, not in the body
	if id != "" {
		_, err = l.call(ctx, http.MethodPut, p44AccountPath+"/"+url.PathEscape(string(id)), is, nil)
		return id, false, err
	}
	var got p44Infos
	if _, err := l.call(ctx, http.MethodPost, p44AccountPath, is, &got); err != nil {
		return "", false, err
	}
	if got.ID == "" || slices.Contains(others, string(got.ID)) {
		return "", false, errP44Form
	}
	return got.ID, true, nil
}

// listed are the accounts of a group, as far as project44 keeps to that: those of others may be among them.
func (l p44Link) listed(ctx context.Context, group string) ([]p44Infos, error) {
	var there struct {
		Accounts *[]p44Infos `json:"accounts"`
	}
	if _, err := l.call(ctx, http.MethodGet, p44AccountPath+"?accountGroupCode="+url.QueryEscape(group), nil, &there); err != nil {
		return nil, err
	}
	if there.Accounts == nil {
		return nil, errP44Form
	}
	return *there.Accounts, nil
}

// has reports whether an account that is listed has a code in a group. Where no group is told, it is the one that was asked for.
func (is p44Infos) has(group, code string) bool {
	return is.Code == code && (is.Group == nil || is.Group.Code == "" || is.Group.Code == group)
}

// drop takes an account away. One that is not found is gone only if its group's list lacks it, too: the address itself could be another.
func (l p44Link) drop(ctx context.Context, id, group, code string) error {
	_, err := l.call(ctx, http.MethodDelete, p44AccountPath+"/"+url.PathEscape(id), nil, nil)
	var no p44No
	if !errors.As(err, &no) || no.status != http.StatusNotFound {
		return err
	}
	there, unread := l.listed(ctx, group)
	if unread != nil || slices.ContainsFunc(there, func(k p44Infos) bool { return string(k.ID) == id || k.has(group, code) }) {
		return err
	}
	return nil
}

// meta asks what a carrier's accounts are made of.
func (l p44Link) meta(ctx context.Context, kind P44Identifier, value string) (string, error) {
	q := url.Values{"capacityProviderIdentifier.type": {string(kind)}, "capacityProviderIdentifier.value": {value}}
	got, err := l.call(ctx, http.MethodGet, p44MetaPath+"?"+q.Encode(), nil, nil)
	if err != nil {
		return "", err
	}
	if _, ok := readMeta(string(got)); !ok {
		return "", errP44Form
	}
	return compact(got), nil
}
