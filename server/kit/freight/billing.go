package freight

// Billing is a shipment as its carrier's freight bill is judged by: who carried what, for how much, and when it was there.
type Billing struct {
	ShipmentID  string
	Number      string
	Warehouse   string
	Carrier     string // SCAC
	BOL, PRO    string
	Mode        string
	Terms       string // P, C or T
	BillTo      string // the name on the bill of lading
	ShipOn      string // day
	DeliveredOn string // day at the warehouse; empty while it is not delivered
	Weight      Measure
	Classes     []string
	Services    []string // accessorials that were asked for
	Price       *Price   // nil where the load has no current price
}
