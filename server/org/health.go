package org

import (
	"context"

	"lading/server/op"
	"lading/server/store"
)

// Watch knows what a person who runs the program should look at.
type Watch interface {
	Warnings(ctx context.Context, tx *store.Tx) ([]Warning, error)
}

// Warning is a thing to look at, by its message's code.
type Warning struct {
	Code   string         `json:"code"`
	Params map[string]any `json:"params,omitempty"`
}

// HealthResp is empty where all is well.
type HealthResp struct {
	Warnings []Warning `json:"warnings"`
}

// Health tells an administrator what is wrong with the keeping of the organisation's data.
func (a *Area) Health(ctx context.Context, tx *store.Tx, _ op.None) (HealthResp, error) {
	if err := op.Administrators(tx); err != nil {
		return HealthResp{}, err
	}
	list, err := a.Watch.Warnings(ctx, tx)
	return HealthResp{list}, err
}
