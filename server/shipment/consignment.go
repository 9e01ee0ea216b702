package shipment

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/store"
)

// Consignment tells what paper needs to know of a shipment that the person may see.
func (a *Area) Consignment(ctx context.Context, tx *store.Tx, shipmentID string) (freight.Consignment, error) {
	s, err := find(ctx, tx, shipmentID)
	if err != nil {
		return freight.Consignment{}, err
	}
	_, zone, err := a.Sites.Site(ctx, tx, s.Warehouse)
	if err != nil {
		return freight.Consignment{}, err
	}
	c := consignment(s, zone)
	c.Planned = s.Planned.V
	if c.Responder, err = a.Setup.Responder(ctx, tx); err != nil {
		return c, err
	}
	return c, a.entered(ctx, tx, &c)
}

func consignment(s Shipment, zone string) freight.Consignment {
	var drops []freight.Drop
	for _, at := range s.Stops.V {
		drops = append(drops, freight.Drop{To: at.To, Refs: at.Refs, Items: at.Items, Appointment: at.Appointment})
	}
	return freight.Consignment{ShipmentID: s.ID, Number: s.Number, Warehouse: s.Warehouse, Customer: s.Customer, Mode: s.Mode, Zone: zone, BOL: s.BOL, PRO: s.PRO, ShipOn: s.ShipOn, DayMeant: s.DaySeen != "" && s.DaySeen == s.ShipOn, Inbound: s.Inbound, ArriveBy: s.ArriveBy, PickupFrom: s.PickupFrom, PickupTo: s.PickupTo, Terms: string(s.Terms), Carrier: s.Carrier, CarrierName: s.CarrierName,
		Origin: s.Origin.V, Destination: s.Destination.V, BillTo: s.BillTo.V, Items: s.aboard(), Refs: s.Refs.V, Orders: s.Orders.V, Instruction: s.Instruction, EmergencyPhone: s.EmergencyPhone,
		Trailer: s.Trailer, Seal: s.Seal, Drops: drops, Services: s.Services.V,
		OrderNotes: s.OrderNotes.V, ServiceNames: s.ServiceNames.V, Clauses: s.Clauses.V, Void: s.Status == Archived, VoidWhy: s.Reason}
}
