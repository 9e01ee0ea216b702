package freight

import "lading/server/kit/fail"

// PayerQuery is what decides whose account at a carrier pays a shipment's freight.
type PayerQuery struct {
	Terms       Terms
	Inbound     bool
	Carrier     string // SCAC
	Mode        string // LTL, PARCEL, …
	Warehouse   string
	Customer    string
	Account     string // that a person typed; empty where nobody did
	Origin      Party
	Destination Party
	BillTo      Party
}

// Ours reports whether the organisation itself pays: what it sends prepaid, and what comes to it collect.
func (q PayerQuery) Ours() bool { return q.Terms == "P" && !q.Inbound || q.Terms == "C" && q.Inbound }

// Payer is whose account pays, and why. Refused names the fields that do not go together; a shipment with any is not booked.
type Payer struct {
	Terms   Terms  `json:"Terms"`
	Carrier string `json:"Carrier"`
	Account string `json:"AccountNumber"` // empty where none is known
	Source  string `json:"Source"`        // typed, registered, or empty
	Billed  Party  `json:"Billed"`
	Why     string `json:"Why"` // code of the reason

	Refused []fail.Field `json:"Refused"`
}

// CollectOut reports whether the consignee pays for what leaves the organisation. Its own contracts give no price for it: no money of the organisation is asked for.
func (c Consignment) CollectOut() bool { return c.Terms == "C" && !c.Inbound }
