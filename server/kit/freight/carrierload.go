package freight

import "time"

// CarrierTender is a load that a carrier was asked to haul and has not answered: as much of it as the carrier was mailed. Instants are RFC 3339.
type CarrierTender struct {
	ID         string  `json:"id"`
	Number     string  `json:"number"`
	Mode       string  `json:"mode"`
	From       string  `json:"from"`
	To         string  `json:"to"`
	Zone       string  `json:"zone"` // of the warehouse: its clock is the pickup's
	ShipOn     string  `json:"shipOn"`
	PickupFrom string  `json:"pickupFrom"`
	PickupTo   string  `json:"pickupTo"`
	Pieces     int64   `json:"pieces"`
	Pallets    int64   `json:"pallets"`
	Weight     Measure `json:"weight"`
	Currency   string  `json:"currency"`
	TotalMinor int64   `json:"totalMinor"` // 0 where the consignee pays
	ExpiresAt  string  `json:"expiresAt"`
	Address    string  `json:"address"` // of the page that answers it, without the server's own name
}

// CarrierLoad is a load as its carrier sees it. It holds no telephone, no other carrier's name and no price but the one that this carrier accepted. Instants are
// RFC 3339, empty where there is none.
type CarrierLoad struct {
	ID          string     `json:"id"`
	Number      string     `json:"number"`
	BOL         string     `json:"bol"`
	PRO         string     `json:"pro"`
	Status      string     `json:"statuscode"`
	Mode        string     `json:"mode"`
	Inbound     bool       `json:"inbound"`
	Warehouse   string     `json:"-"`
	From        Party      `json:"from"`
	To          Party      `json:"to"`
	Zone        string     `json:"zone"` // of the warehouse: its clock is the pickup's
	ShipOn      string     `json:"shipOn"`
	PickupFrom  string     `json:"pickupFrom"`
	PickupTo    string     `json:"pickupTo"`
	ArriveBy    string     `json:"arriveBy"`
	Appointment string     `json:"appointment"` // number of the delivery appointment
	Dock        *Appointed `json:"dock"`        // the time that it has at the warehouse
	Pieces      int64      `json:"pieces"`
	Pallets     int64      `json:"pallets"`
	Weight      Measure    `json:"weight"`
	Goods       []string   `json:"goods"`
	Hazmat      []string   `json:"hazmat"`
	Services    []string   `json:"services"`
	Orders      []string   `json:"orders"`
	Instruction string     `json:"instruction"`
	Currency    string     `json:"currency"`
	TotalMinor  int64      `json:"totalMinor"` // that this carrier accepted; 0 where it accepted none by its link
	OnDock      bool       `json:"onDock"`     // the warehouse loads it, and notes when it leaves
	DepartedAt  string     `json:"departedAt"`
	DeliveredAt string     `json:"deliveredAt"`
	Reason      string     `json:"reason"` // of an exception
}

// CarrierQuote is a request for a price that a carrier may still answer. Instants are RFC 3339.
type CarrierQuote struct {
	ID          string `json:"id"`
	Number      string `json:"number"`
	Mode        string `json:"mode"`
	From        string `json:"from"`
	To          string `json:"to"`
	ShipOn      string `json:"shipOn"`
	DeadlineAt  string `json:"deadlineAt"`
	Currency    string `json:"currency"`
	AmountMinor int64  `json:"amountMinor"` // of its answer; 0 while there is none
	State       string `json:"state"`
	Address     string `json:"address"` // of the page that answers it, without the server's own name
}

// CarrierBill is a freight bill as its carrier enters it. Charges are by code: linehaul, discount, fuel, or an accessorial's.
type CarrierBill struct {
	Number      string
	Carrier     string // SCAC
	CarrierName string
	ShipmentID  string
	Shipment    string // its number
	BOL, PRO    string
	InvoicedOn  string
	Currency    string
	Charges     []BillCharge
}

// BillCharge is one line of a carrier's bill.
type BillCharge struct {
	Code        string `json:"code" validate:"required,max=20"`
	AmountMinor int64  `json:"amountMinor" validate:"gte=-100000000,lte=100000000"` // a million at most: sums of bills are counted in 64 bits
}

// BillStanding is where a carrier's bill stands, as its carrier is told.
type BillStanding struct {
	Number      string `json:"number"`
	InvoicedOn  string `json:"invoicedOn"`
	Currency    string `json:"currency"`
	TotalMinor  int64  `json:"totalMinor"`
	CreditMinor int64  `json:"creditMinor"` // of the carrier's credit notes
	Standing    string `json:"standing"`    // in-review, approved or released
	PayMinor    int64  `json:"payMinor"`    // what is paid, once that is approved
}

// CarrierSaid is what a carrier tells of a load on its way.
type CarrierSaid struct {
	What  string // picked-up, delivered, problem or update
	Code  string // of the exception, where it is a problem
	Place string
	Note  string
	By    string
	At    time.Time // when it happened
}
