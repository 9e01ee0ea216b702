package carrier

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"lading/server/kit/fail"
	"lading/server/kit/vault"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
)

// p44Row is a row of carrier_p44_account.
type p44Row struct {
	Account    string                        `db:"account_id"`
	ID         string                        `db:"provider_id"`
	Group      string                        `db:"group_code"`
	Code       string                        `db:"code"`
	Definition string                        `db:"definition"`
	Given      store.JSON[map[string]string] `db:"given"`
	Secrets    string                        `db:"secrets"`
	Unsure     bool                          `db:"unsure"` // which secrets stand there: the answer to a change was lost
	Rev        int64                         `db:"rev"`
	At         store.Time                    `db:"at"`
	By         string                        `db:"by_user"`
}

// P44Account is a freight account as project44 knows it.
type P44Account struct {
	AccountID  string        `json:"AccountId"`
	Carrier    string        `json:"Carrier"`
	Location   string        `json:"CarrierLocn"`
	Warehouses []string      `json:"Warehouses"`
	Contract   string        `json:"ContractId"` // P44 once an account stands there; empty before
	Kind       P44Identifier `json:"CapacityProviderIdentifierType"`
	Value      string        `json:"CapacityProviderIdentifierValue"`
	Group      string        `json:"GroupCode"`
	Code       string        `json:"Code"`
	Fields     []P44Field    `json:"Fields"`
	Meta       string        `json:"CarrierMetaTagJSON"`
	MetaAt     store.Time    `json:"MetaTagDate"`
	Loaded     bool          `json:"IsLoaded"` // the metadata is younger than three days
	Log        string        `json:"CarrierResponseLog"`
	Rev        int64         `json:"Rev"` // 0 where no account stands at project44
}

// p44State is what is kept of an account.
type p44State struct {
	of      Account
	mark    mark
	row     p44Row
	stands  bool
	secrets map[string]string
}

func (a *Area) p44Of(ctx context.Context, tx *store.Tx, of Account) (s p44State, err error) {
	s = p44State{of: of, mark: mark{Account: of.ID, Kind: "SCAC", Value: of.Carrier}, secrets: map[string]string{}}
	if m, ok, err := store.Get[mark](ctx, tx, `SELECT * FROM carrier_p44_mark WHERE account_id = ?`, of.ID); err != nil {
		return s, err
	} else if ok {
		s.mark = m
	}
	if s.row, s.stands, err = store.Get[p44Row](ctx, tx, `SELECT * FROM carrier_p44_account WHERE account_id = ?`, of.ID); err != nil || !s.stands {
		return s, err
	}
	text, err := a.P44.unlock(tx.Org, "account/"+of.ID, s.row.Secrets)
	if errors.Is(err, vault.ErrWrongKey) { // the server's secret is another: they are typed anew
		return s, nil
	}
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal([]byte(text), &s.secrets)
}

// p44Named reads the freight account that a call names.
func (a *Area) p44Named(ctx context.Context, tx *store.Tx, id string) (s p44State, err error) {
	of, err := accounts(a).Get(ctx, tx, id)
	if err == nil && of.Mode != "LTL" {
		err = fail.Invalid(fail.Of("AccountId", "p44-ltl-only"))
	}
	if err != nil {
		return s, err
	}
	return a.p44Of(ctx, tx, of)
}

func (s p44State) definition() definition {
	d, _ := readMeta(s.mark.Meta)
	return d.first(s.row.Definition)
}

// known are the secrets that stand at project44, as far as that is sure.
func (s p44State) known() map[string]string {
	if s.row.Unsure {
		return nil
	}
	return s.secrets
}

// asked are the fields of the account. A secret of which nobody knows whether it is the old or the new one is needed.
func (s p44State) asked() []P44Field {
	fields := s.definition().asked()
	for i, f := range fields {
		fields[i].Required = f.Required || s.row.Unsure && s.secrets[f.Name] != ""
	}
	return fields
}

func (s p44State) shown(now time.Time) P44Account {
	out := P44Account{AccountID: s.of.ID, Carrier: s.of.Carrier, Location: s.of.Location, Warehouses: append([]string{}, s.of.Warehouses...), Kind: s.mark.Kind, Value: s.mark.Value,
		Group: s.row.Group, Code: s.row.Code, Meta: s.mark.Meta, MetaAt: s.mark.MetaAt, Loaded: s.mark.loaded(now), Log: s.mark.Log, Rev: s.row.Rev, Fields: s.asked()}
	if s.stands {
		out.Contract = p44Contract
	}
	for i, f := range out.Fields {
		if f.Choices == nil {
			out.Fields[i].Choices = []string{}
		}
		out.Fields[i].Value, out.Fields[i].HasValue = s.row.Given.V[f.Name], s.row.Given.V[f.Name] != "" || s.known()[f.Name] != ""
	}
	return out
}

// P44MarkReq keeps what project44 knows a freight account's carrier by, and the metadata that a program has of it.
type P44MarkReq struct {
	Account string        `json:"AccountId" validate:"required,max=40"`
	Kind    P44Identifier `json:"CapacityProviderIdentifierType" validate:"required,oneof=SCAC DOT_NUMBER MC_NUMBER P44_EU P44_GLOBAL SYSTEM VAT"`
	Value   string        `json:"CapacityProviderIdentifierValue" validate:"required,max=40" field:"trim"`
	Meta    string        `json:"CarrierMetaTagJSON" validate:"max=65536"` // empty keeps what there is, where the identifier is the same
}

// Check wants metadata that is some.
func (r *P44MarkReq) Check() []fail.Field {
	if _, ok := readMeta(r.Meta); r.Meta != "" && !ok {
		return []fail.Field{fail.Of("CarrierMetaTagJSON", "field-malformed")}
	}
	return nil
}

// UpdateP44CarrierMetatag keeps it. The identifier of an account that stands at project44 is not changed: the account there is another carrier's then.
func (a *Area) UpdateP44CarrierMetatag(ctx context.Context, tx *store.Tx, req P44MarkReq) (out P44Account, err error) {
	s, err := a.p44Named(ctx, tx, req.Account)
	if err != nil {
		return out, err
	}
	if s, err = s.identified(req.Kind, req.Value); err != nil {
		return out, err
	}
	if req.Meta != "" {
		s.mark.Meta, s.mark.MetaAt = compact([]byte(req.Meta)), store.At(tx.Now)
	}
	return s.shown(tx.Now), keepMark(ctx, tx, s.mark)
}

// identified is the state with another identifier; what was fetched for the one before is gone then.
func (s p44State) identified(kind P44Identifier, value string) (p44State, error) {
	if s.mark.Kind == kind && s.mark.Value == value {
		return s, nil
	}
	if s.stands {
		return s, fail.Invalid(fail.Of("CapacityProviderIdentifierValue", "p44-account-stands"))
	}
	s.mark.Kind, s.mark.Value, s.mark.Meta, s.mark.MetaAt = kind, value, "", store.Time{}
	return s, nil
}

// still refuses to keep what was asked of a carrier by another identifier than it has.
func (s p44State) still(of mark) error {
	if s.mark.Kind != of.Kind || s.mark.Value != of.Value {
		return fail.Conflict("row-changed-meanwhile", "name", s.of.Carrier)
	}
	return nil
}

func keepMark(ctx context.Context, tx *store.Tx, m mark) error {
	m.At, m.By = store.At(tx.Now), tx.By.User
	return store.Put(ctx, tx, "carrier_p44_mark", "account_id", m)
}

// P44MetaReq asks for the metadata of a freight account's carrier. Without an identifier it is the one that is kept, and its SCAC at first.
type P44MetaReq struct {
	Mode    string        `json:"operationmode" validate:"required,oneof=getbytype"`
	Account string        `json:"AccountId" validate:"required,max=40"`
	Kind    P44Identifier `json:"CapacityProviderIdentifierType" validate:"omitempty,oneof=SCAC DOT_NUMBER MC_NUMBER P44_EU P44_GLOBAL SYSTEM VAT"`
	Value   string        `json:"CapacityProviderIdentifierValue" validate:"max=40" field:"trim"`
}

// Check wants both parts of an identifier or none.
func (r *P44MetaReq) Check() []fail.Field {
	switch {
	case r.Kind != "" && r.Value == "":
		return []fail.Field{fail.Of("CapacityProviderIdentifierValue", "field-required")}
	case r.Kind == "" && r.Value != "":
		return []fail.Field{fail.Of("CapacityProviderIdentifierType", "field-required")}
	}
	return nil
}

// CapacityProviderMetadata gives what is kept where it is younger than three days, and asks project44 otherwise. What it refuses leaves what was kept.
func (a *Area) CapacityProviderMetadata(ctx context.Context, c *op.Call, req P44MetaReq) (out P44Account, err error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return out, err
	}
	defer a.P44.turns.Take(c.Org + "/" + req.Account)()
	var s p44State
	var l p44Link
	fresh := false
	read := func(ctx context.Context, tx *store.Tx) (err error) {
		if s, err = a.p44Named(ctx, tx, req.Account); err != nil {
			return err
		}
		if req.Kind != "" {
			if s, err = s.identified(req.Kind, req.Value); err != nil {
				return err
			}
		}
		out = s.shown(tx.Now)
		if fresh = s.mark.loaded(tx.Now); fresh {
			return nil
		}
		l, err = a.connected(ctx, tx)
		return err
	}
	if err := db.Read(ctx, c.By, read); err != nil || fresh {
		return out, err
	}
	asked, of := l, s.mark // read looks at both anew
	meta, err := asked.meta(ctx, of.Kind, of.Value)
	if err != nil {
		return out, p44Asking.told(err)
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		err := read(ctx, tx)
		if err == nil && !fresh {
			err = errors.Join(asked.still(l), s.still(of))
		}
		if err != nil || fresh { // somebody else has brought it
			return err
		}
		s.mark.Meta, s.mark.MetaAt = meta, store.At(tx.Now)
		out = s.shown(tx.Now)
		return keepMark(ctx, tx, s.mark)
	})
	return out, err
}

// P44AccountReq adds, changes or deletes a freight account's account at project44. A secret that is empty stays as it is.
type P44AccountReq struct {
	Do      string     `json:"operationtype" validate:"required,oneof=add update delete"`
	Account string     `json:"AccountId" validate:"required,max=40"`
	Group   string     `json:"GroupCode" validate:"required_unless=Do delete,max=60" field:"trim"`
	Code    string     `json:"Code" validate:"max=60" field:"trim"` // of the account there; the SCAC where it is empty
	Fields  []P44Given `json:"Fields" validate:"max=20,unique=Name,dive"`
	Rev     int64      `json:"Rev" validate:"gte=0"` // of what is changed or deleted
}

// Check wants a code that an address can have in it, and nothing beside a deletion.
func (r *P44AccountReq) Check() (bad []fail.Field) {
	if r.Code != "" && !p44Code.MatchString(r.Code) {
		bad = append(bad, fail.Of("Code", "field-malformed"))
	}
	if r.Do == "delete" {
		for _, f := range []struct {
			name string
			has  bool
		}{{"GroupCode", r.Group != ""}, {"Code", r.Code != ""}, {"Fields", len(r.Fields) > 0}} {
			if f.has {
				bad = append(bad, fail.Of(f.name, "field-not-offered", "limit", "add, update"))
			}
		}
	}
	return bad
}

// P44AccountResp is what became of it.
type P44AccountResp struct {
	Status  string     `json:"Status"` // configured, updated, deleted
	Account P44Account `json:"Account"`
}

// CapacityProviderAccount does what operationtype says, at project44 first. Where it refuses, its answer is kept as the account's last one, and nothing else. Where we
// cannot keep what it has added for us, it is asked to take that away again.
func (a *Area) CapacityProviderAccount(ctx context.Context, c *op.Call, req P44AccountReq) (out P44AccountResp, err error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return out, err
	}
	defer a.P44.turns.Take(c.Org + "/" + req.Account)()
	var s p44State
	var l p44Link
	var plain, secret map[string]string
	var others []string
	judge := func(ctx context.Context, tx *store.Tx) (err error) {
		if s, err = a.p44Named(ctx, tx, req.Account); err != nil {
			return err
		}
		if l, err = a.connected(ctx, tx); err != nil {
			return err
		}
		if req.Code == "" && req.Do != "delete" {
			req.Code = s.of.Carrier
		}
		switch {
		case req.Do == "add" && s.stands:
			return fail.Conflict("p44-account-stands")
		case req.Do != "add" && !s.stands:
			return fail.Conflict("p44-account-missing")
		case req.Rev != s.row.Rev:
			return fail.Conflict("row-changed-meanwhile", "name", s.of.Carrier)
		case req.Do == "delete":
			return nil
		case s.stands && (s.row.Group != req.Group || s.row.Code != req.Code): // they are what project44 knows it by
			return fail.Invalid(fail.Of("GroupCode", "p44-account-stands"))
		}
		if _, known, err := store.Get[int](ctx, tx, `SELECT 1 FROM carrier_p44_group WHERE code = ?`, req.Group); err != nil || !known {
			return errors.Join(err, fail.Invalid(fail.Of("GroupCode", "p44-group-unknown")))
		}
		if _, taken, err := store.Get[int](ctx, tx, `SELECT 1 FROM carrier_p44_account WHERE group_code = ? AND code = ? AND account_id <> ?`, req.Group, req.Code, req.Account); err != nil || taken {
			return errors.Join(err, fail.Invalid(fail.Of("Code", "p44-code-taken", "code", req.Code)))
		}
		if others, err = store.Select[string](ctx, tx, `SELECT provider_id FROM carrier_p44_account WHERE account_id <> ?`, req.Account); err != nil {
			return err
		}
		var bad []fail.Field
		if plain, secret, bad = accountValues(s.asked(), req.Fields, s.known()); len(bad) > 0 {
			return fail.Invalid(bad...)
		}
		return nil
	}
	if err := db.Read(ctx, c.By, judge); err != nil {
		return out, err
	}
	asked, of, doing, id, definition, made := l, s.mark, p44Saving, s.row.ID, s.definition().ID, false // judge reads link and mark anew
	for _, one := range []map[string]string{s.secrets, secret} {
		asked.hide = slices.AppendSeq(asked.hide, maps.Values(one))
	}
	if req.Do == "delete" {
		doing = p44Deleting
		err = asked.drop(ctx, id, s.row.Group, s.row.Code)
	} else {
		var got p44ID
		got, made, err = asked.keep(ctx, p44Infos{Accounts: []map[string]any{sent(definition, plain, secret)}, Code: req.Code, Group: &p44GroupInfo{Code: req.Group}, ID: p44ID(id),
			Identifier: map[string]string{"type": string(of.Kind), "value": of.Value}}, others)
		id = string(got)
	}
	if asking := err; err != nil {
		said := doing.told(err)
		log := logged(req.Do, 0, fail.CodeOf(said), a.P44.Clock())
		var no p44No
		if errors.As(err, &no) {
			log = logged(req.Do, no.status, no.words, a.P44.Clock())
		}
		if _, kept := db.Write(context.WithoutCancel(ctx), store.Command{Name: "p44-answer", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error { // no action of the person's: it was refused
			_, err := tx.ExecContext(ctx, `INSERT INTO carrier_p44_mark (account_id, kind, value, metatag, log, at, by_user) SELECT id, 'SCAC', carrier, '', ?, ?, ? FROM carrier_account WHERE id = ?
				ON CONFLICT (account_id) DO UPDATE SET log = excluded.log, at = excluded.at, by_user = excluded.by_user`, log, store.At(tx.Now), c.By.User, req.Account)
			if err == nil && req.Do == "update" && unclear(asking) {
				err = unsure(ctx, tx, req.Account)
			}
			return err // the rest of it may have been saved meanwhile
		}}); kept != nil {
			return out, errors.Join(said, kept)
		}
		return out, said
	}
	_, err = op.Write(ctx, db, c, func(ctx context.Context, tx *store.Tx) error {
		if err := judge(ctx, tx); err != nil {
			return err
		}
		if req.Do == "add" { // of what stands there, neither changes
			if err := errors.Join(asked.still(l), s.still(of)); err != nil {
				return err
			}
		}
		s.mark.Log = logged(req.Do, http.StatusOK, id, tx.Now)
		if err := keepMark(ctx, tx, s.mark); err != nil {
			return err
		}
		if req.Do == "delete" {
			if _, err := tx.ExecContext(ctx, `DELETE FROM carrier_p44_account WHERE account_id = ?`, req.Account); err != nil {
				return err
			}
		} else {
			text, err := json.Marshal(secret)
			if err != nil {
				return err
			}
			row := p44Row{req.Account, id, req.Group, req.Code, definition, store.JSON[map[string]string]{V: plain}, a.P44.lock(tx.Org, "account/"+req.Account, string(text)), false, s.row.Rev + 1, store.At(tx.Now), tx.By.User}
			if err := store.Put(ctx, tx, "carrier_p44_account", "account_id", row); err != nil {
				return err
			}
		}
		now, err := a.p44Of(ctx, tx, s.of)
		out = P44AccountResp{map[string]string{"add": "configured", "update": "updated", "delete": "deleted"}[req.Do], now.shown(tx.Now)}
		return err
	})
	if err != nil && req.Do == "update" { // it stands there as it was sent
		_, kept := db.Write(context.WithoutCancel(ctx), store.Command{Name: "p44-unsure", By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error { return unsure(ctx, tx, req.Account) }})
		err = errors.Join(err, kept)
	}
	if err != nil && made {
		undo, cancel := context.WithTimeout(context.WithoutCancel(ctx), p44Patience)
		defer cancel()
		err = errors.Join(err, asked.drop(undo, id, req.Group, req.Code))
	}
	return out, err
}

// unsure keeps that nobody knows which secrets of an account stand at project44: those that are kept are not sent again.
func unsure(ctx context.Context, tx *store.Tx, account string) error {
	_, err := tx.ExecContext(ctx, `UPDATE carrier_p44_account SET unsure = 1 WHERE account_id = ?`, account)
	return err
}

// logged is an answer of project44 as CarrierResponseLog has it. What the answer repeats of an account's secrets is not in it.
func logged(did string, status int, message string, at time.Time) string {
	text, _ := json.Marshal(struct { // of texts and numbers: never fails
		At        store.Time `json:"at"`
		Operation string     `json:"operation"`
		Status    int        `json:"status"` // of HTTP; 0 where there was no answer
		Message   string     `json:"message"`
	}{store.At(at), did, status, message})
	return string(text)
}
