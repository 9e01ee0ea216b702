package org

import (
	"context"
	"slices"

	"lading/server/kit/fail"
	"lading/server/op"
	"lading/server/store"
)

// Started is how far an organisation is with its first steps.
type Started struct {
	Done    bool     `json:"done"` // the list is gone
	Skipped []string `json:"skipped"`
}

// Step is one of the first steps.
type Step string

// The first steps, in the order in which the list has them.
const (
	StepWarehouse Step = "warehouse"
	StepCarriers  Step = "carriers"
	StepUsers     Step = "users"
	StepItems     Step = "items"
	StepOrders    Step = "orders"
	StepPrefix    Step = "prefix"
	StepPrinter   Step = "printer"
	StepMail      Step = "mail"
	StepShipment  Step = "shipment"
)

// Values lists the steps, for the types that are written for other languages.
func (Step) Values() []string {
	return []string{string(StepWarehouse), string(StepCarriers), string(StepUsers), string(StepItems), string(StepOrders), string(StepPrefix), string(StepPrinter), string(StepMail), string(StepShipment)}
}

// Progress tells which steps are done, by what the areas hold.
type Progress interface {
	Steps(ctx context.Context, tx *store.Tx) (map[Step]bool, error)
}

// StepRow is a step as the list shows it.
type StepRow struct {
	Step    Step `json:"step"`
	Done    bool `json:"done"`
	Skipped bool `json:"skipped"`
}

// FirstStepsResp is the list; it is complete when each step is done or skipped.
type FirstStepsResp struct {
	Gone     bool      `json:"gone"`
	Complete bool      `json:"complete"`
	Steps    []StepRow `json:"steps"`
}

// FirstSteps lists the first steps. It ticks itself: a step is done when what it is about is there.
func (a *Area) FirstSteps(ctx context.Context, tx *store.Tx, _ op.None) (FirstStepsResp, error) {
	s, err := a.Get(ctx, tx)
	if err != nil {
		return FirstStepsResp{}, err
	}
	done, err := a.Progress.Steps(ctx, tx)
	if err != nil {
		return FirstStepsResp{}, err
	}
	done[StepPrefix] = s.Prefix != ""
	resp := FirstStepsResp{Gone: s.Started.V.Done, Complete: true, Steps: []StepRow{}}
	for _, v := range Step("").Values() {
		row := StepRow{Step(v), done[Step(v)], slices.Contains(s.Started.V.Skipped, v)}
		resp.Complete = resp.Complete && (row.Done || row.Skipped)
		resp.Steps = append(resp.Steps, row)
	}
	return resp, nil
}

// SkipStepReq skips a step, or takes it up again.
type SkipStepReq struct {
	Step    Step `json:"step" validate:"required,max=20"`
	Skipped bool `json:"skipped"`
}

// SkipStep notes that a step is not for this organisation.
func (a *Area) SkipStep(ctx context.Context, tx *store.Tx, req SkipStepReq) (FirstStepsResp, error) {
	if !slices.Contains(req.Step.Values(), string(req.Step)) {
		return FirstStepsResp{}, fail.Invalid(fail.Of("step", "field-not-offered"))
	}
	s, err := a.Get(ctx, tx)
	if err != nil {
		return FirstStepsResp{}, err
	}
	list := slices.DeleteFunc(slices.Clone(s.Started.V.Skipped), func(v string) bool { return v == string(req.Step) })
	if req.Skipped {
		list = append(list, string(req.Step))
	}
	s.Started.V.Skipped = list
	if err := store.Put(ctx, tx, "org_setup", "id", s); err != nil {
		return FirstStepsResp{}, err
	}
	return a.FirstSteps(ctx, tx, op.None{})
}

// EndFirstStepsReq ends the list, or brings it back.
type EndFirstStepsReq struct {
	Done bool `json:"done"`
}

// EndFirstSteps has the list be gone, or be there again.
func (a *Area) EndFirstSteps(ctx context.Context, tx *store.Tx, req EndFirstStepsReq) (FirstStepsResp, error) {
	s, err := a.Get(ctx, tx)
	if err != nil {
		return FirstStepsResp{}, err
	}
	s.Started.V.Done = req.Done
	if err := store.Put(ctx, tx, "org_setup", "id", s); err != nil {
		return FirstStepsResp{}, err
	}
	return a.FirstSteps(ctx, tx, op.None{})
}
