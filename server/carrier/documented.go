package carrier

import (
	"context"
	"slices"
	"strings"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// FreightReq loads, adds, changes or deletes a freight account, by the documents' names. Warehouse is a list with commas; SCAC, location, mode and warehouse tell
// accounts apart.
type FreightReq struct {
	Do          string       `json:"mode" validate:"required,max=20"` // Load, ADD, UPDATE, DELETE
	ID          string       `json:"ID" validate:"max=40"`
	CarrierName string       `json:"CarrierName" validate:"max=120"`
	SCAC        string       `json:"SCAC" validate:"max=4" field:"upper"`
	RateMode    Mode         `json:"RateMode" validate:"omitempty,oneof=LTL TL INTERMODAL FCL LCL INTLAIR MTL PARCEL"`
	RateModeID  int          `json:"RateModeID" validate:"gte=0,lte=8191"`
	Email       string       `json:"Email" validate:"max=254"`
	TenderEmail string       `json:"TenderEmail" validate:"max=254"`
	Contact     string       `json:"Contact" validate:"max=80"`
	Phone       string       `json:"Phone" validate:"max=120"`
	Location    string       `json:"CarrierLocn" validate:"max=60"`
	Warehouse   string       `json:"Warehouse" validate:"max=2000"`
	Account     string       `json:"AccountNumber" validate:"max=40"`
	Terms       AccountTerms `json:"PaymentType" validate:"omitempty,oneof=prepaid collect third-party"`
	Customer    string       `json:"Customer" validate:"max=80"`
	BillTo      *string      `json:"BillToId" validate:"omitempty,max=40"`
	Users       []string     `json:"Users" validate:"max=100,unique,dive,required,max=254"`
}

// modeIDs are the rate modes by their id in the documents.
var modeIDs = map[int]Mode{1: "LTL", 2: "PARCEL", 32: "TL", 256: "INTERMODAL"}

// Check judges what an operation asks for.
func (r *FreightReq) Check() (bad []fail.Field) {
	r.SCAC = strings.ToUpper(strings.TrimSpace(r.SCAC))
	if r.RateModeID != 0 {
		m, ok := modeIDs[r.RateModeID]
		switch {
		case !ok:
			bad = append(bad, fail.Of("RateModeID", "field-not-offered", "limit", "1, 2, 32, 256"))
		case r.RateMode == "":
			r.RateMode = m
		case r.RateMode != m:
			bad = append(bad, fail.Of("RateModeID", "field-not-offered", "limit", string(r.RateMode)))
		}
	}
	need := map[string]string{"SCAC": r.SCAC, "RateMode": string(r.RateMode)}
	code := "field-required"
	switch strings.ToUpper(r.Do) {
	case "LOAD":
		return bad
	case "ADD":
	case "UPDATE":
		if r.ID == "" {
			need["ID"] = r.ID
		}
	case "DELETE":
		need["CarrierLocn"], code = r.Location, "said-carrier-delete-params"
	default:
		return append(bad, fail.Of("mode", "said-carrier-unknown-method"))
	}
	for _, field := range []string{"ID", "SCAC", "RateMode", "CarrierLocn"} {
		if v, asked := need[field]; asked && strings.TrimSpace(v) == "" {
			bad = append(bad, fail.Of(field, code))
		}
	}
	return bad
}

func (r *FreightReq) warehouses() []string {
	out := []string{}
	for w := range strings.SplitSeq(r.Warehouse, ",") {
		if w = strings.TrimSpace(w); w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// FreightResp is what became of it.
type FreightResp struct {
	Status   string    `json:"Status"` // loaded, added, updated, deleted
	Accounts []Account `json:"Accounts"`
}

// FreightCarrier does what mode says. Adding an account at a carrier that is not there adds the carrier first.
func (a *Area) FreightCarrier(ctx context.Context, tx *store.Tx, req FreightReq) (FreightResp, error) {
	list, err := accounts(a).List(ctx, tx)
	if err != nil {
		return FreightResp{}, err
	}
	if strings.EqualFold(req.Do, "LOAD") {
		list = slices.DeleteFunc(list, func(r Account) bool {
			return req.SCAC != "" && r.Carrier != req.SCAC || req.RateMode != "" && r.Mode != req.RateMode || req.Location != "" && !strings.EqualFold(r.Location, req.Location)
		})
		return FreightResp{"loaded", append([]Account{}, list...)}, nil
	}
	if strings.EqualFold(req.Do, "DELETE") {
		at := slices.IndexFunc(list, func(r Account) bool {
			return r.Carrier == req.SCAC && r.Mode == req.RateMode && strings.EqualFold(r.Location, strings.TrimSpace(req.Location)) &&
				(req.ID == "" || r.ID == req.ID) && (req.Warehouse == "" || slices.Equal(r.Warehouses, req.warehouses()))
		})
		if at < 0 {
			return FreightResp{}, fail.NotFound("carrier-account-unknown")
		}
		row, err := accounts(a).End(ctx, tx, list[at].ID)
		return FreightResp{"deleted", []Account{row}}, err
	}
	save := AccountReq{ID: req.ID, Carrier: req.SCAC, Mode: req.RateMode, Location: strings.TrimSpace(req.Location), Warehouses: req.warehouses(), Account: strings.TrimSpace(req.Account), Contact: req.Contact, Email: req.Email,
		Phone: req.Phone, TenderEmail: req.TenderEmail, Terms: req.Terms, Customer: strings.TrimSpace(req.Customer), BillTo: req.BillTo, Users: req.Users}
	if bad := save.Check(); len(bad) > 0 {
		return FreightResp{}, fail.Invalid(bad...)
	}
	status := "updated"
	if strings.EqualFold(req.Do, "ADD") {
		if status = "added"; req.ID != "" {
			return FreightResp{}, fail.Invalid(fail.Of("ID", "field-not-offered", "limit", "UPDATE"))
		}
		if err := a.addFor(ctx, tx, req); err != nil {
			return FreightResp{}, err
		}
	} else if _, err := accounts(a).Get(ctx, tx, req.ID); err != nil {
		return FreightResp{}, err
	}
	row, err := accounts(a).Save(ctx, tx, save)
	if f, ok := fail.As(err); ok && len(f.Fields) == 1 && f.Fields[0].Code == "carrier-account-exists" {
		return FreightResp{}, fail.Conflict("carrier-exists", "carrier", req.SCAC)
	}
	return FreightResp{status, []Account{row}}, err
}

// addFor adds the carrier of an account where there is none yet.
func (a *Area) addFor(ctx context.Context, tx *store.Tx, req FreightReq) error {
	_, err := find(ctx, tx, req.SCAC)
	if fail.CodeOf(err) != "carrier-unknown" {
		return err
	}
	add := AddReq{SCAC: req.SCAC, Name: req.CarrierName, Modes: []string{string(req.RateMode)}, Email: req.Email}
	bad := add.Check()
	if add.Name == "" {
		bad = append(bad, fail.Of("CarrierName", "field-required"))
	}
	if len(bad) > 0 {
		return fail.Invalid(bad...)
	}
	_, err = a.Add(ctx, tx, add)
	return err
}

// ParcelDetailsReq selects, adds, changes or deletes a parcel account, by the documents' names. A payment type of C is collect, any other third party.
type ParcelDetailsReq struct {
	Operation string        `json:"Operationtype" validate:"required,oneof=SELECT ADD UPDATE DELETE"`
	ID        string        `json:"AccountID" validate:"max=40"`
	SoldTo    string        `json:"SoldTo" validate:"max=80"`
	Payment   string        `json:"PaymentType" validate:"max=20"`
	ShipVia   string        `json:"ShipVia" validate:"max=80"`
	Carrier   ParcelCarrier `json:"SCAC" validate:"omitempty,oneof=UPS FEDEX"`
	Account   string        `json:"AccountNumber" validate:"max=20"`
	Location  string        `json:"Location" validate:"max=60"`
	Warehouse string        `json:"WarehouseLabel" validate:"max=20"`
}

// Check names what is missing.
func (r *ParcelDetailsReq) Check() (bad []fail.Field) {
	missing := func(field, v string) {
		if strings.TrimSpace(v) == "" {
			bad = append(bad, fail.Of(field, "field-required"))
		}
	}
	if r.Operation == "UPDATE" || r.Operation == "DELETE" {
		missing("AccountID", r.ID)
	}
	if r.Operation == "ADD" || r.Operation == "UPDATE" {
		for _, f := range [][2]string{{"SoldTo", r.SoldTo}, {"PaymentType", r.Payment}, {"ShipVia", r.ShipVia}, {"SCAC", string(r.Carrier)}, {"AccountNumber", r.Account}, {"WarehouseLabel", r.Warehouse}} {
			missing(f[0], f[1])
		}
		save := r.save()
		bad = append(bad, save.Check()...)
	}
	if r.Operation == "ADD" && r.ID != "" {
		bad = append(bad, fail.Of("AccountID", "field-not-offered", "limit", "UPDATE"))
	}
	return bad
}

func (r *ParcelDetailsReq) save() ParcelReq {
	up := func(s string) string { return strings.ToUpper(strings.TrimSpace(s)) }
	return ParcelReq{ID: r.ID, SoldTo: strings.TrimSpace(r.SoldTo), Payment: paymentOf(r.Payment), ShipVia: up(r.ShipVia), Carrier: r.Carrier, Account: up(r.Account), Location: strings.TrimSpace(r.Location), Warehouse: r.Warehouse}
}

// paymentOf reads the documents' payment type: C is collect, anything else third party.
func paymentOf(typed string) Payment {
	if typed == "C" || strings.EqualFold(typed, "collect") {
		return "collect"
	}
	return "third-party"
}

// ParcelDetailsResp is what became of it: added, updated, deleted, or exist where the same account is there already, and nothing was written.
type ParcelDetailsResp struct {
	Status   string          `json:"Status"`
	Accounts []ParcelAccount `json:"Accounts"`
}

// ParcelAccountDetails does what the operation says.
func (a *Area) ParcelAccountDetails(ctx context.Context, tx *store.Tx, req ParcelDetailsReq) (ParcelDetailsResp, error) {
	of := parcelAccounts(a)
	switch req.Operation {
	case "SELECT":
		list, err := of.List(ctx, tx)
		list = slices.DeleteFunc(list, func(r ParcelAccount) bool {
			return req.SoldTo != "" && !strings.EqualFold(r.SoldTo, strings.TrimSpace(req.SoldTo)) || req.Payment != "" && r.Payment != paymentOf(req.Payment) || req.Carrier != "" && r.Carrier != req.Carrier ||
				req.ID != "" && r.ID != req.ID
		})
		return ParcelDetailsResp{"success", append([]ParcelAccount{}, list...)}, err
	case "DELETE":
		row, err := of.End(ctx, tx, req.ID)
		return ParcelDetailsResp{"deleted", []ParcelAccount{row}}, err
	case "UPDATE":
		if _, err := of.Get(ctx, tx, req.ID); err != nil {
			return ParcelDetailsResp{}, err
		}
	}
	row, err := of.Save(ctx, tx, req.save())
	if f, ok := fail.As(err); ok && len(f.Fields) == 1 && f.Fields[0].Code == "parcel-account-exists" {
		return ParcelDetailsResp{"exist", []ParcelAccount{}}, nil
	}
	return ParcelDetailsResp{map[string]string{"ADD": "added", "UPDATE": "updated"}[req.Operation], []ParcelAccount{row}}, err
}

// ParcelCarrierReq reads the parcel carriers, or switches one on or off. The documents give no values of function and mode: function is load, enable or disable,
// mode the parcel carrier.
type ParcelCarrierReq struct {
	Function string        `json:"function" validate:"required,oneof=load enable disable"`
	Mode     ParcelCarrier `json:"mode" validate:"required_unless=Function load,omitempty,oneof=UPS FEDEX"`
}

// ParcelCarrierRow is a parcel carrier: the carriers that it runs under, and how many of its accounts the user sees.
type ParcelCarrierRow struct {
	Name     ParcelCarrier `json:"Name"`
	SCACs    []string      `json:"SCACs"`
	Disabled bool          `json:"IsDisabled"` // none of its carriers may be chosen
	Accounts int           `json:"Accounts"`
}

// ParcelCarrierResp lists them.
type ParcelCarrierResp struct {
	Status   string             `json:"Status"`
	Carriers []ParcelCarrierRow `json:"Carriers"`
}

// ParcelCarriers does what function says, and lists the parcel carriers as they are then.
func (a *Area) ParcelCarriers(ctx context.Context, tx *store.Tx, req ParcelCarrierReq) (ParcelCarrierResp, error) {
	resp := ParcelCarrierResp{Status: "success", Carriers: []ParcelCarrierRow{}}
	carriers, err := all(ctx, tx)
	if err != nil {
		return resp, err
	}
	accounts, err := parcelAccounts(a).List(ctx, tx)
	if err != nil {
		return resp, err
	}
	for _, name := range ParcelCarrier("").Values() {
		row := ParcelCarrierRow{Name: ParcelCarrier(name), SCACs: []string{}, Disabled: true}
		for _, c := range carriers {
			if string(parcelCarriers[c.ID]) != name {
				continue
			}
			if req.Function != "load" && req.Mode == row.Name && c.Disabled != (req.Function == "disable") {
				if err := a.switchTo(ctx, tx, &c, req.Function == "disable"); err != nil {
					return resp, err
				}
			}
			row.SCACs, row.Disabled = append(row.SCACs, c.ID), row.Disabled && c.Disabled
		}
		if req.Function != "load" && req.Mode == row.Name && len(row.SCACs) == 0 {
			return resp, fail.NotFound("carrier-unknown", "carrier", name)
		}
		for _, k := range accounts {
			if k.Carrier == row.Name {
				row.Accounts++
			}
		}
		resp.Carriers = append(resp.Carriers, row)
	}
	return resp, nil
}

// CollectCarriersReq asks for the carriers that a customer takes its collect freight by. Without a customer it is all of them.
type CollectCarriersReq struct {
	Customer  string `json:"Customer" validate:"max=80"`
	Warehouse string `json:"WHSE" validate:"max=20"`
}

// CollectCarrier is a carrier that collect freight may go by, with the account that it is billed to.
type CollectCarrier struct {
	SCAC     string `json:"SCAC"`
	Name     string `json:"CarrierName"`
	Account  string `json:"AccountNumber"`
	Customer string `json:"Customer"`
	ShipVia  string `json:"ShipVia"` // of a parcel account
	Location string `json:"CarrierLocn"`
}

// CollectCarriers lists the carriers with a collect account that the user sees and may use, by customer.
func (a *Area) CollectCarriers(ctx context.Context, tx *store.Tx, req CollectCarriersReq) ([]CollectCarrier, error) {
	out := []CollectCarrier{}
	carriers, err := all(ctx, tx)
	if err != nil {
		return nil, err
	}
	carriers = slices.DeleteFunc(carriers, func(c Carrier) bool { return c.Disabled })
	freight, err := accounts(a).List(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, r := range freight {
		at := slices.IndexFunc(carriers, func(c Carrier) bool { return c.ID == r.Carrier })
		k := known{terms: r.Terms, users: r.Users}
		if at < 0 || r.Terms != "collect" || !k.usable(tx.By) || req.Warehouse != "" && len(r.Warehouses) > 0 && !slices.Contains(r.Warehouses, req.Warehouse) {
			continue
		}
		out = append(out, CollectCarrier{SCAC: r.Carrier, Name: carriers[at].Name, Account: r.Account, Customer: r.Customer, Location: r.Location})
	}
	parcels, err := parcelAccounts(a).List(ctx, tx)
	for _, r := range parcels {
		at := slices.IndexFunc(carriers, func(c Carrier) bool { return parcelCarriers[c.ID] == r.Carrier })
		if at < 0 || r.Payment != "collect" || req.Warehouse != "" && r.Warehouse != req.Warehouse {
			continue
		}
		out = append(out, CollectCarrier{SCAC: carriers[at].ID, Name: carriers[at].Name, Account: r.Account, Customer: r.SoldTo, ShipVia: r.ShipVia, Location: r.Location})
	}
	return slices.DeleteFunc(out, func(c CollectCarrier) bool {
		return req.Customer != "" && !strings.EqualFold(c.Customer, strings.TrimSpace(req.Customer))
	}), err
}

// CollectShipViaReq names a carrier of collect freight.
type CollectShipViaReq struct {
	Carrier  string `json:"CollectCarrier" validate:"required,max=4" field:"upper"`
	Customer string `json:"Customer" validate:"max=80"`
}

// CollectShipVias are what orders write for a carrier's collect freight.
type CollectShipVias struct {
	Status   string   `json:"Status"`
	ShipVias []string `json:"ShipVias"`
}

// CollectShipVia lists the ship-via codes of a collect carrier: those of the accounts that it bills, then those that are mapped to it.
func (a *Area) CollectShipVia(ctx context.Context, tx *store.Tx, req CollectShipViaReq) (CollectShipVias, error) {
	scac := strings.ToUpper(strings.TrimSpace(req.Carrier))
	if _, err := find(ctx, tx, scac); err != nil {
		return CollectShipVias{}, err
	}
	out := CollectShipVias{"success", []string{}}
	list, err := a.CollectCarriers(ctx, tx, CollectCarriersReq{Customer: req.Customer})
	if err != nil {
		return out, err
	}
	for _, c := range list {
		if c.SCAC == scac && c.ShipVia != "" && !slices.Contains(out.ShipVias, c.ShipVia) {
			out.ShipVias = append(out.ShipVias, c.ShipVia)
		}
	}
	mapped, err := store.Select[string](ctx, tx, `SELECT label FROM carrier_ship_via WHERE carrier = ? ORDER BY label`, scac)
	for _, label := range mapped {
		if !slices.Contains(out.ShipVias, label) {
			out.ShipVias = append(out.ShipVias, label)
		}
	}
	return out, err
}

// SoldToRow is a customer whose own account freight is billed to.
type SoldToRow struct {
	SoldTo   string   `json:"SoldTo"`
	Accounts []string `json:"Accounts"` // carrier and number; the carrier alone where the number is for others
}

// SoldToDetails lists the customers with accounts that the user sees, parcel and freight.
func (a *Area) SoldToDetails(ctx context.Context, tx *store.Tx, _ op.None) ([]SoldToRow, error) {
	out := []SoldToRow{}
	add := func(name, carrier, number string) {
		at := slices.IndexFunc(out, func(r SoldToRow) bool { return strings.EqualFold(r.SoldTo, name) })
		if at < 0 {
			at, out = len(out), append(out, SoldToRow{name, []string{}})
		}
		out[at].Accounts = append(out[at].Accounts, strings.TrimSpace(carrier+" "+number))
	}
	parcels, err := parcelAccounts(a).List(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, r := range parcels {
		add(r.SoldTo, string(r.Carrier), r.Account)
	}
	list, err := accounts(a).List(ctx, tx)
	for _, r := range list {
		if r.Customer != "" && r.Account != "" {
			add(r.Customer, r.Carrier, r.number(tx.By))
		}
	}
	slices.SortFunc(out, func(x, y SoldToRow) int { return strings.Compare(strings.ToLower(x.SoldTo), strings.ToLower(y.SoldTo)) })
	return out, err
}
