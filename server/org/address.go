package org

import (
	"context"
	"strings"

	"lading/server/kit/freight"
	"lading/server/kit/rule"
	"lading/server/store"
)

// Places lists the addresses that earlier shipments went to, those used most first; the shipment area has them.
type Places interface {
	Places(ctx context.Context, tx *store.Tx, text string, most int) ([]freight.Party, error)
}

// AddressesReq asks for addresses that somebody may mean. Everybody has the addresses of the own warehouses.
type AddressesReq struct {
	Text string `json:"SearchText" validate:"max=80"`
}

// AddressesResp is the documents' answer.
type AddressesResp struct {
	Status    string          `json:"Status"`
	Addresses []freight.Party `json:"Addresses"`
}

const mostAddresses = 100

// Addresses lists the stored addresses: those of the address book, then those that earlier shipments went to.
func (a *Area) Addresses(ctx context.Context, tx *store.Tx, req AddressesReq) (AddressesResp, error) {
	list, err := kept(ctx, tx, req.Text, mostAddresses)
	if err != nil {
		return AddressesResp{}, err
	}
	seen := map[string]bool{}
	for _, p := range list {
		seen[p.Place()] = true
	}
	used, err := a.Places.Places(ctx, tx, req.Text, mostAddresses)
	for _, p := range used {
		if !seen[p.Place()] && len(list) < mostAddresses {
			list = append(list, p)
		}
	}
	return AddressesResp{"success", list}, err
}

// AddressReq is an address to judge.
type AddressReq struct {
	Address freight.Party `json:"Address"`
}

// AddressResp tells what is wrong with an address, part by part, and whether freight went there before.
type AddressResp struct {
	Status   string         `json:"Status"`
	Valid    bool           `json:"valid"`
	Findings []AddressWrong `json:"findings"`
	Known    bool           `json:"known"`
	State    string         `json:"state"` // of the ZIP code, where it is known
}

// AddressWrong is a part that does not fit, and why.
type AddressWrong struct {
	Part string `json:"part"`
	Code string `json:"code"`
}

// ValidateAddress judges an address by what is known here: the shape of its parts, the state of its ZIP code, and earlier shipments. No provider is asked.
func (a *Area) ValidateAddress(ctx context.Context, tx *store.Tx, req AddressReq) (AddressResp, error) {
	p := req.Address
	r := AddressResp{Status: "success", Findings: []AddressWrong{}}
	no := func(part, code string) { r.Findings = append(r.Findings, AddressWrong{part, code}) }
	for _, f := range []struct{ part, text string }{{"street", p.Street}, {"city", p.City}, {"state", p.State}, {"zip", p.Zip}} {
		if strings.TrimSpace(f.text) == "" {
			no(f.part, "field-required")
		}
	}
	if home := p.Country == "" || p.Country == "US"; home || p.Country == "CA" {
		if p.Zip != "" && !rule.Zip(p.Zip) {
			no("zip", "zip-malformed")
		} else if r.State = rule.ZipOf(p.Zip); home && r.State != "" && p.State != "" && !strings.EqualFold(r.State, p.State) {
			no("state", "zip-of-another-state")
		}
	}
	list, err := a.Places.Places(ctx, tx, p.Street, mostAddresses)
	for _, k := range list {
		r.Known = r.Known || p.Street != "" && strings.EqualFold(k.Street, p.Street) && strings.EqualFold(k.City, p.City) && k.Zip == p.Zip
	}
	r.Valid = len(r.Findings) == 0
	return r, err
}
