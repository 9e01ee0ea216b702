package vendor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"lading/server/kit/canonical"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/op"
	"lading/server/publiclink"
	"lading/server/store"
	"lading/server/store/listing"
)

// MilestoneReq tells what happened to a container, or is expected to. The sender names it, so that it can be sent again after a lost reply.
type MilestoneReq struct {
	Held
	ID        string `json:"MilestoneId" validate:"required,ulid"`
	UnitID    string `json:"ContainerId" validate:"required,max=40"`
	Code      string `json:"Code" validate:"required,oneof=empty-out gate-in loaded departed transshipment-arrived transshipment-discharged transshipment-loaded transshipment-departed arrived berthed discharged held available gate-out rail-loaded rail-departed rail-arrived rail-unloaded inland-arrived delivered empty-in delayed"`
	Estimated bool   `json:"Estimated"`
	EventAt   string `json:"EventAt" validate:"required,max=16"` // 2026-11-25T14:30 on the place's clock
	Place     string `json:"Place" validate:"max=60" field:"trim"`
	Vessel    string `json:"Vessel" validate:"max=60" field:"trim"`
	Voyage    string `json:"Voyage" validate:"max=20" field:"upper,trim"`
	Note      string `json:"Note" validate:"max=300" field:"trim"`
	Corrects  string `json:"Corrects" validate:"max=40"` // a forwarder's own event, in whose place this one stands
	Contact   string `json:"ContactName" validate:"required,max=80" field:"trim"`
}

// By is who at the forwarder tells it.
func (r MilestoneReq) By() string { return r.Contact }

// said is what was sent, without the secret and without who typed it.
func (r MilestoneReq) said() (string, error) {
	r.Held, r.Contact = Held{}, ""
	text, err := canonical.JSON(r)
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]), err
}

// told is a milestone that came, and of which forwarder.
type told struct {
	ID          string     `db:"id"`
	ForwarderID string     `db:"forwarder_id"`
	Said        string     `db:"said"` // empty where it came before that was kept
	At          store.Time `db:"at"`
}

// own marks which events of a container a forwarder may correct: those that it told itself.
func own(ctx context.Context, tx *store.Tx, forwarder string, events []freight.SeaEvent) error {
	ids := make([]string, len(events))
	for i, e := range events {
		ids[i] = e.Milestone
	}
	its, err := store.Select[string](ctx, tx, `SELECT id FROM vendor_milestone WHERE forwarder_id = ? AND id IN (SELECT value FROM json_each(?))`, forwarder, listing.Texts(ids))
	for i := range events {
		events[i].Forwarder = events[i].Forwarder && slices.Contains(its, events[i].Milestone)
	}
	return err
}

func carries(unit string) func(Load) bool {
	return func(l Load) bool {
		return slices.ContainsFunc(l.Containers, func(c freight.OnWater) bool { return c.ID == unit })
	}
}

func (a *Area) milestone() publiclink.Answer[Handler, MilestoneReq, OceanShown] {
	return publiclink.Answer[Handler, MilestoneReq, OceanShown]{
		Stands: func(ctx context.Context, tx *store.Tx, of Handler, req MilestoneReq) (bool, error) {
			_, ok, err := a.Sea.Milestone(ctx, tx, req.ID)
			if err != nil || !ok {
				return false, err
			}
			was, _, err := store.Get[told](ctx, tx, `SELECT * FROM vendor_milestone WHERE id = ?`, req.ID)
			if err != nil {
				return false, err
			}
			said, err := req.said()
			if err == nil && (was.ForwarderID != of.Forwarder.ID || was.Said != "" && was.Said != said) { // changed after a lost reply: who sends it is to see what came first
				err = fail.Conflict("row-changed-meanwhile")
			}
			return err == nil, err
		},
		Take: func(ctx context.Context, tx *store.Tx, _ *op.Call, _ link.Link, of Handler, req MilestoneReq) (Handler, error) {
			l, err := a.load(ctx, tx, of, "", carries(req.UnitID), fail.NotFound("container-unknown"))
			if err != nil {
				return of, err
			}
			mine := func(e freight.SeaEvent) bool { return e.ID == req.Corrects && e.Forwarder }
			if req.Corrects != "" && !slices.ContainsFunc(l.Containers, func(c freight.OnWater) bool { return c.ID == req.UnitID && slices.ContainsFunc(c.Events, mine) }) {
				return of, fail.Invalid(fail.Of("Corrects", "field-not-id"))
			}
			said, err := req.said()
			if err != nil {
				return of, err
			}
			if err := store.Insert(ctx, tx, "vendor_milestone", told{req.ID, of.Forwarder.ID, said, store.At(tx.Now)}); err != nil {
				return of, err
			}
			return of, a.Sea.NoteMilestone(ctx, tx, freight.Milestone{ID: req.ID, UnitID: req.UnitID, Code: req.Code, Estimated: req.Estimated, EventAt: req.EventAt, Place: req.Place, Vessel: req.Vessel, Voyage: req.Voyage, Note: req.Note, Corrects: req.Corrects})
		},
		Show: func(ctx context.Context, tx *store.Tx, _ link.Link, of Handler, _ MilestoneReq) (OceanShown, error) {
			return a.ocean(ctx, tx, of)
		},
	}
}
