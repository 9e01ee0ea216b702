package app

import (
	"context"

	"lading/server/access"
	"lading/server/org"
	"lading/server/store"
)

// steps asks the areas how far an organisation is with its first steps.
type steps struct{ app *App }

// Steps tells which steps are done.
func (s steps) Steps(ctx context.Context, tx *store.Tx) (map[org.Step]bool, error) {
	a := s.app
	done := map[org.Step]bool{org.StepMail: a.Notify.Mailer != nil}
	users, err := access.Users(ctx, tx)
	if err != nil {
		return nil, err
	}
	done[org.StepUsers] = users > 1
	samples, err := a.Org.SampleKeys(ctx, tx) // what was loaded to try the product out ticks nothing
	if err != nil {
		return nil, err
	}
	but := []string{} // no list at all would be no id, and an id is neither that nor another
	for _, k := range samples {
		but = append(but, k.ID)
	}
	for step, there := range map[org.Step]func(context.Context, *store.Tx, []string) (bool, error){
		org.StepWarehouse: a.Warehouse.HasDoors, org.StepCarriers: a.Carrier.HasAny, org.StepItems: a.Order.HasItems,
	} {
		if done[step], err = there(ctx, tx, but); err != nil {
			return nil, err
		}
	}
	for step, there := range map[org.Step]func(context.Context, *store.Tx) (bool, error){
		org.StepOrders: a.Order.HasImport, org.StepPrinter: a.Document.HasPrinter, org.StepShipment: a.Shipment.HasAny,
	} {
		if done[step], err = there(ctx, tx); err != nil {
			return nil, err
		}
	}
	return done, nil
}
