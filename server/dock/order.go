package dock

import (
	"context"

	"lading/server/kit/freight"
	"lading/server/op"
	"lading/server/store"
)

// Orders takes in what somebody brings to the dock.
type Orders interface {
	Intake(ctx context.Context, tx *store.Tx, o freight.Order) (number string, err error)
	Ready(ctx context.Context, tx *store.Tx, number string) error
}

// OrderReq is an order that turned up at the dock: a walk-in, or one that the office has not keyed in yet.
type OrderReq struct {
	OrderID   string    `json:"OrderId" validate:"required,ulid"` // made on the device
	OrderData OrderData `json:"OrderData" validate:"required"`
}

// OrderData is what a dock worker knows of such an order.
type OrderData struct {
	Number      string         `json:"OrderNumber" validate:"required,max=40"`
	Warehouse   string         `json:"WHSE" validate:"required,max=20"`
	Customer    string         `json:"Customer" validate:"max=80"`
	Consignee   freight.Party  `json:"Consignee"`
	ShipOn      string         `json:"ShipOn" validate:"required,day"`
	Terms       freight.Terms  `json:"PaymentType" validate:"omitempty,oneof=P C T"`
	Carrier     string         `json:"Carrier" validate:"max=10"`
	Instruction string         `json:"SpecialInstruction" validate:"max=1000"`
	Items       []freight.Item `json:"Items" validate:"required,min=1,max=50,dive"`
}

// OrderTaken is the receipt.
type OrderTaken struct {
	OrderID string `json:"OrderId"`
	Number  string `json:"OrderNumber"`
}

// AddOrder sends a new order into the system; it stands among the open orders, where the office builds a shipment of it.
func (a *Area) AddOrder(ctx context.Context, tx *store.Tx, req OrderReq) (OrderTaken, error) {
	o := req.OrderData
	if _, err := a.mine(ctx, tx, o.Warehouse); err != nil {
		return OrderTaken{}, err
	}
	number, err := a.Orders.Intake(ctx, tx, freight.Order{ID: req.OrderID, Number: o.Number, Warehouse: o.Warehouse, Customer: o.Customer, Consignee: o.Consignee,
		ShipOn: o.ShipOn, Terms: o.Terms, Carrier: o.Carrier, Instruction: o.Instruction, Items: o.Items})
	return OrderTaken{req.OrderID, number}, err
}

// OrderStatusReq names an order by its number.
type OrderStatusReq struct {
	OrderNumber string `json:"OrderNumber" validate:"required,max=40"`
}

// UpdateOrderStatus says from the dock that an order's goods are here. The documents name the step and no rule for it: an order that was sent
// back to wait for its items is open again with those that it has, and one that is open stays so.
func (a *Area) UpdateOrderStatus(ctx context.Context, tx *store.Tx, req OrderStatusReq) (op.None, error) {
	return op.None{}, a.Orders.Ready(ctx, tx, req.OrderNumber)
}
