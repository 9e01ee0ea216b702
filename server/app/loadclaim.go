package app

import (
	"context"
	"fmt"

	"lading/fixtures"
	"lading/server/claim"
	"lading/server/kit/pdfform"
	"lading/server/store"
)

// claims are what the first organisation asks of its carriers, brought along by the steps that a clerk takes.
func (l loader) claims(ctx context.Context, tx *store.Tx) error {
	if l.id != "1" {
		return nil
	}
	a := l.app.Claim
	first := ""
	for i, c := range fixtures.Claimants {
		row, err := a.PutClaimant(ctx, tx, claim.ClaimantReq{Name: c.Name, Reference: c.Reference, Contact: c.Contact, Email: c.Email, Phone: c.Phone, Usual: i == 0},
			claim.AddressReq{Purpose: claim.ForMail, Name: c.Name, Street: c.Street, City: c.City, State: c.State, Zip: c.Zip, Country: "US"},
			claim.AddressReq{Purpose: claim.ForPayment, Name: c.Name + ", accounts receivable", Street: c.Street, City: c.City, State: c.State, Zip: c.Zip, Country: "US"},
			claim.AddressReq{Purpose: claim.ForInspection, Name: c.Name, Street: c.Dock, City: c.City, State: c.State, Zip: c.Zip, Country: "US", Hours: "Mon-Fri 8:00-16:00"})
		if err != nil {
			return fmt.Errorf("claimant %s: %w", c.Name, err)
		}
		if i == 0 {
			first = row.ID
		}
	}
	for _, t := range fixtures.ClaimCarriers {
		if err := a.PutCarrier(ctx, tx, claim.CarrierReq{Carrier: t.Carrier, Contact: t.Contact, Email: t.Email, Phone: t.Phone, Address: t.Address, AckDays: t.AckDays, DecideDays: t.DecideDays,
			FileMonths: t.FileMonths, NoticeDays: 5, LimitMinor: t.LimitMinor, MaxMinor: t.MaxMinor, Currency: "USD", Note: t.Note}); err != nil {
			return fmt.Errorf("claim terms of %s: %w", t.Carrier, err)
		}
	}
	for _, t := range fixtures.ClaimLetters {
		if err := a.PutTemplate(ctx, tx, claim.TemplateReq{Name: t[0], Kind: claim.Kind(t[1]), Subject: t[2], Body: t[3]}); err != nil {
			return fmt.Errorf("claim letter %s: %w", t[0], err)
		}
	}
	if err := l.claimForm(ctx, tx); err != nil {
		return err
	}
	delivered, err := l.app.Shipment.CarriedIn(ctx, tx, "D", len(fixtures.Claims))
	if err != nil {
		return err
	}
	for i, s := range delivered {
		if err := l.claim(ctx, tx, s.ShipmentID, first, fixtures.Claims[i]); err != nil {
			return fmt.Errorf("claim for shipment %s: %w", s.Number, err)
		}
	}
	return nil
}

// claim begins a claim and takes its steps.
func (l loader) claim(ctx context.Context, tx *store.Tx, shipmentID, claimant string, f fixtures.Claim) error {
	a := l.app.Claim
	p, err := a.Prepare(ctx, tx, claim.PrepareReq{ShipmentID: shipmentID})
	if err != nil {
		return err
	}
	req := p.Claim
	req.Kind, req.Concealed, req.Claimant, req.Statement = claim.Kind(f.Kind), f.Concealed, claimant, f.Statement
	line := claim.Line{Description: "Freight charges of the carrier's bill", Pieces: f.Pieces, UnitMinor: f.UnitMinor}
	if req.Kind != claim.Overcharge {
		line = p.Goods[0]
		line.Weight.Milli = line.Weight.Milli / line.Pieces * f.Pieces
		line.Pieces, line.UnitMinor = f.Pieces, f.UnitMinor
	}
	req.Lines = []claim.Line{line}
	if f.Freight {
		req.FreightMinor = p.CostMinor
	}
	if f.Salvage > 0 {
		req.SalvageBy, req.SalvageMinor = claim.ClaimantHas, f.Salvage
	}
	c, err := a.Save(ctx, tx, req)
	for _, step := range f.Steps {
		if err != nil {
			return err
		}
		switch step {
		case "validate":
			c, err = a.Validate(ctx, tx, claim.Req{ClaimID: c.ID})
		case "file":
			c, err = a.File(ctx, tx, claim.OnReq{ClaimID: c.ID, On: c.DeliveredOn, Note: "Carrier's portal"})
		case "acknowledge":
			c, err = a.Acknowledge(ctx, tx, claim.AcknowledgeReq{ClaimID: c.ID, CarrierNumber: "RR" + c.Number[1:]})
		case "settle":
			c, err = a.Settle(ctx, tx, claim.AmountReq{ClaimID: c.ID, AmountMinor: c.ClaimedMinor * f.Percent / 100})
		case "decline":
			c, err = a.Decline(ctx, tx, claim.ReasonReq{ClaimID: c.ID, Reason: "Packaging insufficient by NMFC item 180"})
		case "pay":
			c, err = a.Pay(ctx, tx, claim.AmountReq{ClaimID: c.ID, AmountMinor: c.AgreedMinor, Note: "ACH"})
		}
	}
	return err
}

// claimForm is a form for claims against any carrier.
func (l loader) claimForm(ctx context.Context, tx *store.Tx) error {
	read, err := pdfform.Read(tx.Org, fixtures.ClaimForm)
	if err != nil {
		return fmt.Errorf("read the demo's claim form: %w", err)
	}
	hash, err := l.app.Blobs.Put(ctx, tx.Org, "application/pdf", fixtures.ClaimForm)
	if err != nil {
		return fmt.Errorf("keep the demo's claim form: %w", err)
	}
	maps := []claim.Mapped{{Field: "salvage.kept", From: "salvageBy", Picks: salvagePicks(read.Fields)}}
	for _, m := range fixtures.ClaimFormMaps {
		maps = append(maps, claim.Mapped{Field: m[0], From: m[1], Is: m[2], Picks: []claim.Pick{}})
	}
	return l.app.Claim.PutForm(ctx, tx, claim.FormReq{Name: "Standard loss and damage form", Maps: maps},
		claim.FormFile{Name: "loss-and-damage-claim.pdf", Blob: hash, Size: int64(len(fixtures.ClaimForm)), Pages: int64(read.Pages), Fields: read.Fields})
}

// salvagePicks says which of the form's two buttons stands for whom.
func salvagePicks(fields []pdfform.Field) (out []claim.Pick) {
	for _, f := range fields {
		if f.Name == "salvage.kept" && len(f.Options) == 2 {
			out = []claim.Pick{{Value: string(claim.ClaimantHas), Option: f.Options[0].Value}, {Value: string(claim.CarrierTakes), Option: f.Options[1].Value}}
		}
	}
	return out
}
