// Package event names what areas tell each other on a transaction. An event carries what its listeners need, no more.
package event

import (
	"time"

	"lading/server/kit/freight"
	"lading/server/kit/right"
)

// ShipmentDocked says that a shipment was put on its warehouse's dock.
type ShipmentDocked struct {
	ShipmentID, Warehouse, BOL, PRO, Carrier, CarrierName string
	Orders                                                []string
	ShipOn                                                string
	Door                                                  string
	DueAt, DueBy                                          int64 // ms UTC, 0 if none
	Consignee, City, Region                               string
	Pieces, Pallets                                       int64
	Weight                                                freight.Measure
	Hazmat                                                []string
	Temperature                                           string
	Items                                                 []freight.Item
}

// ShipmentEnded says that a shipment was voided or archived: whoever still works on it stops. Departed tells that the
// goods had left by then; its orders are open again only if they had not.
type ShipmentEnded struct {
	ShipmentID, Reason string
	Departed           bool
}

// LoadWeighed says that pallets of a load weigh or hold something else than they did, or that there are more or fewer of them; these are all that stand on its
// dock. Laid is freight.Loading's.
type LoadWeighed struct {
	ShipmentID string
	Stowed     []freight.Stowed
	Laid       bool
}

// LoadParted says what of a load's orders goes with it and what does not. Again is set where it was told before and counts anew, as when a signed bill is corrected.
type LoadParted struct {
	ShipmentID, Number, Warehouse string
	Signed                        bool // by the pallets that a driver signed for; otherwise it was planned so
	Orders                        []PartedOrder
}

// PartedOrder is one order of such a load.
type PartedOrder struct {
	Head freight.Order // as the load has it, for one that never was an open order; its clauses are what is left of them
	Kept []freight.Item
	Left []freight.Left
	Was  []freight.Left // what was told before of a signed load, by its history; what is kept of it since may be other goods
}

// BackOrderMade says under which number that was kept which a load left behind of an order.
type BackOrderMade struct {
	ShipmentID, Number string
	Left               []freight.Left
}

// OrdersMerged says that orders are one now: what waited for one of them waits for that.
type OrdersMerged struct {
	Warehouse, Into string
	Numbers         []string
}

// ServicesChanged says that other services are asked of a shipment's carrier: prices that were found for it are of something else.
type ServicesChanged struct{ ShipmentID string }

// PickupMoved is emitted when the day or the window of a load's pickup is set to another: HH:MM on the warehouse's clock, empty where it has none.
type PickupMoved struct{ ShipmentID, Warehouse, Day, From, To string }

// CalendarChanged says that carriers or warehouses work on other days than they did.
type CalendarChanged struct{ Carriers, Warehouses []string }

// ShipmentTendered says that a shipment was given to a carrier. Whether the carrier takes it may have to be asked yet.
type ShipmentTendered struct{ ShipmentID, Carrier string }

// ShipmentAsked says that a carrier is asked whether it takes a shipment, for the first time or once more after a change: until it answers, the shipment is not its to haul.
type ShipmentAsked struct{ ShipmentID string }

// ShipmentTaken says that a shipment is its carrier's to haul: the carrier accepted it, or was given it without being asked.
type ShipmentTaken struct{ ShipmentID, Carrier string }

// ShipmentFreed says that a shipment is not its carrier's any more: its label, and what rides it, are of no use. Planned tells that it waits for a carrier
// again. Forced tells that nobody can be refused: the carrier has said no, or another truck is there.
type ShipmentFreed struct {
	ShipmentID, Carrier string
	Planned, Forced     bool
}

// ShipmentNoted says that something was added to a shipment's chain of events.
type ShipmentNoted struct{ EventID, ShipmentID, Warehouse, Kind string }

// ShipmentAmended says that what a shipment's papers say was corrected.
type ShipmentAmended struct{ ShipmentID, PRO string }

// Certificate is the shipper's signature under a bill, given before the driver's (49 CFR 172.204).
type Certificate struct {
	By       string    `json:"by"`
	At       time.Time `json:"at"`
	Image    string    `json:"image"` // blob hashes
	Strokes  string    `json:"strokes"`
	Consent  string    `json:"consent"`
	Language string    `json:"language"`
	Pieces   int64     `json:"pieces"`
	Pallets  int64     `json:"pallets"`
	Digest   string    `json:"digest"` // of the bill as the shipper saw it
}

// BillSigned says that a driver signed a shipment's bill.
type BillSigned struct {
	ShipmentID, Warehouse, SignedBy, Trailer, Seal string
	BOL                                            string // the bill's number, for whoever tells people of it
	Image, Strokes                                 string // blob hashes
	Consent, Language, Role                        string
	Digest                                         string // of the bill as the signer saw it, where the device named it
	Pieces, Pallets                                int64
	Exceptions                                     []string
	DriverName, DriverLicence                      string
	MailTo                                         []string // the list in the dock settings, empty if it does not mail
	Times                                          DockTimes
	Stowed                                         []freight.Stowed // the load's pallets, as they went or stayed
	Laid                                           bool             // freight.Loading's
	Shipper                                        *Certificate     // nil where the shipper did not sign
}

// DockTimes are when a truck came and was let go, and when the driver agreed to either; zero where it is not known or was not agreed. Detention is counted between the two.
type DockTimes struct {
	Arrived       time.Time `json:"arrived,omitzero"`
	ArrivalAgreed time.Time `json:"arrivalAgreed,omitzero"`
	Released      time.Time `json:"released,omitzero"`
	ReleaseAgreed time.Time `json:"releaseAgreed,omitzero"`
}

// TimesAgreed says that a driver agreed to a time after the bill was signed.
type TimesAgreed struct {
	ShipmentID string
	Times      DockTimes
}

// DocumentMade says that a paper was made and stands among the shipment's documents.
type DocumentMade struct {
	ShipmentID, Warehouse, DocumentID, Kind, Name, Blob string
	MailTo                                              []string
}

// OfficeTold says something to the office of a warehouse, live and in their list: a message's code with its parameters, and the screen that it leads to.
type OfficeTold struct {
	Warehouse, Code string
	Params          map[string]any
	Link            string
}

// AppointmentSet says that an appointment with a known carrier was booked, given another time, cancelled, or is to be confirmed.
type AppointmentSet struct {
	ID, Carrier string // Carrier is a SCAC
	What        string // booked, moved, cancelled or due
	ByCarrier   bool   // the carrier did it itself
	Number      string
	Day, Start  string // by the warehouse's clock
	Site, Place string // the warehouse's name and address
	Reference   string
}

// SlotOffered says that a time that came free is held for a carrier that waits for one. Times are by the warehouse's clock.
type SlotOffered struct {
	ID, Carrier string // of the offer; Carrier is a SCAC
	Day, Start  string
	Until       string // day and time by which it answers
	Site, Place string // the warehouse's name and address
	Reference   string
}

// SlotWaitEnded says that a carrier waits for a time no more that it was not given. Days are the warehouse's.
type SlotWaitEnded struct {
	ID, Carrier string // Carrier is a SCAC
	What        string // removed by the office; over: its days have passed; or elsewhere: its load is not the carrier's any more
	From, Until string
	Site        string
	Reference   string
}

// CarrierLinkEnded says that a carrier's link opens nothing any more: it was withdrawn, or the carrier was switched off.
type CarrierLinkEnded struct{ Carrier string }

// UserTold says something to one user, live and in their list.
type UserTold struct {
	User, Code string
	Params     map[string]any
	Link       string
}

// DeviceEnrolled says that a device is known here now; it may ask for a token of its own.
type DeviceEnrolled struct{ Device string }

// DeviceRevoked says that a device's access was withdrawn: what lets anybody in and was born on it ends. People are those who worked on it.
type DeviceRevoked struct {
	Device string
	People []string
}

// RightsLost says that a person holds less than before: pages, warehouses, or the access itself. Held and Holds tell of a right to the work of a warehouse
// whether the person had it and has it still. What such a right let the person learn or make ends with it.
type RightsLost struct {
	User        string
	Held, Holds func(r right.Right, warehouse string) bool
}

// BlobArrived says that a file is in the blob store in full: whoever waited for its bytes goes on.
type BlobArrived struct {
	Hash, Type string
	Size       int64
}

// MailDue says that a mail is to go out once the command is on disk; one of the same key goes only once. link.Mark in the body stands for
// the token of the link, which is put in when the mail leaves.
type MailDue struct {
	Key, Subject, Body string
	To                 []string
	ShipmentID, LinkID string
	Files              []MailFile // that are attached
	Of                 string     // what it is about, for whoever takes it back before it has left
	List               *MailList  // where it may leave as one mail with others of its kind
	Owner              string     // user who alone reads it and sends it again; empty for a mail of the office
}

// InvitationMail begins the key of a mail with which somebody chooses a password.
const InvitationMail = "invitation/"

// MailState is how a mail stands: waiting, sent or failed; and the code of what went wrong.
type MailState struct{ State, Error, To string }

// MailFile is a file of the organisation under the name that the reader sees.
type MailFile struct{ Blob, Name string }

// MailList lets mails to one address that are due within moments of one another leave as one, which lists what each of them is about. In both texts
// link.MarkOf stands for the token of the link then.
type MailList struct {
	With     string         `json:"-"` // those that have the same here are joined
	Wait     time.Duration  `json:"-"` // how long the mail waits for another
	Language string         `json:"language"`
	Code     string         `json:"code"`   // of the words before the list: -subject and -body
	Params   map[string]any `json:"params"` // what these say, by the first of the list; count and more are added
	Text     string         `json:"text"`   // this one in the list, in place of its body
	Foot     string         `json:"foot"`   // what stands below the list
}
