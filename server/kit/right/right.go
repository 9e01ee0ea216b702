// Package right names what a user may do, by effect. A call and a synced table each declare the right that they need;
// the page list says which rights a page brings; groups and users hold pages, and so rights.
package right

// Right is one effect that a user may have, or one kind of thing that a user may see.
type Right string

// SignedIn is the right of everyone who is signed in: one's own account, the organisation's name and set-up.
const SignedIn Right = "signed-in"

// What a user may see.
const (
	SeeOrders    Right = "see-orders"
	SeeItems     Right = "see-items"
	SeeLoads     Right = "see-loads"
	SeeDock      Right = "see-dock"
	SeeDrivers   Right = "see-drivers"
	SeeCarriers  Right = "see-carriers"
	SeeDocuments Right = "see-documents"
	SeeMoney     Right = "see-money"
	SeeMails     Right = "see-mails"
	SeeClaims    Right = "see-claims"
	SeeReports   Right = "see-reports"
	SeeActivity  Right = "see-activity"

	SeeAppointments Right = "see-appointments"
	SeeYard         Right = "see-yard"
)

// What a user may do to orders and loads.
const (
	EditOrders    Right = "edit-orders"
	Receive       Right = "receive"
	Plan          Right = "plan"
	Rate          Right = "rate"
	RequestQuotes Right = "request-quotes"
	Tender        Right = "tender"
	MoveLoads     Right = "move-loads"
	Void          Right = "void"
	Load          Right = "load"
	Sign          Right = "sign"
	Pack          Right = "pack"
	AddDocuments  Right = "add-documents"
	AmendBill     Right = "amend-bill"
	Print         Right = "print"
	SendMails     Right = "send-mails"
	SettleWork    Right = "settle-rejected-work"
	FileClaims    Right = "file-claims"
	SettleClaims  Right = "settle-claims"
	AuditInvoices Right = "audit-invoices"
	PayInvoices   Right = "pay-invoices"

	ScheduleReports Right = "schedule-reports"

	BookAppointments Right = "book-appointments"
	MoveTrailers     Right = "move-trailers"
)

// What a user may set up.
const (
	ManageDock         Right = "manage-dock"
	ManageItems        Right = "manage-items"
	ManagePacking      Right = "manage-packing"
	ManageCarriers     Right = "manage-carriers"
	ManagePlanning     Right = "manage-planning"
	ManageFleet        Right = "manage-fleet"
	ManagePrices       Right = "manage-prices"
	ManageAddresses    Right = "manage-addresses"
	InviteVendors      Right = "invite-vendors"
	ManageWarehouses   Right = "manage-warehouses"
	ManagePrinters     Right = "manage-printers"
	ManageOrganisation Right = "manage-organisation"
	ManageUsers        Right = "manage-users"
	ManageIntegration  Right = "manage-integration"
	ManageClaims       Right = "manage-claims"
	ManageRules        Right = "manage-rules"
	ManageViews        Right = "manage-views"
	CorrectData        Right = "correct-data"
)

// Meaning is a right with its effect in words.
type Meaning struct {
	Right  Right
	Effect string
	// Office is set where a user holds the right only in a group that is marked as office: money, and dealing with carriers.
	Office bool
	// Changes is set where the right lets a user change something; the others only show.
	Changes bool
}

// All lists every right but SignedIn.
var All = []Meaning{
	{SeeOrders, "see open orders, purchase orders and the address book", false, false},
	{SeeItems, "see the item master and look up NMFC codes", false, false},
	{SeeLoads, "see loads, their events and their history", false, false},
	{SeeDock, "see the dock board, pallets, doors and the dock's settings", false, false},
	{SeeDrivers, "see drivers with phone and license, and where they are", false, false},
	{SeeCarriers, "see carriers with their contacts, transit times and terminals", false, false},
	{SeeDocuments, "open documents and evidence of a load", false, false},
	{SeeMoney, "see costs, rates, quotes and tenders", true, false},
	{SeeMails, "read mails and replies", true, false},
	{SeeClaims, "see claims against carriers, claimants and carriers' claim terms", true, false},
	{SeeReports, "see reports and carriers' scores, with the loads behind each figure", false, false},
	{SeeActivity, "see what users did to loads", false, false},
	{SeeAppointments, "see a warehouse's slots and appointments", false, false},
	{SeeYard, "see a warehouse's yard: its trailers, where they stand and what happened to them", false, false},

	{EditOrders, "add, import and change orders", false, true},
	{Receive, "import purchase orders and ship them", false, true},
	{Plan, "build loads, enter single shipments, link loads and plan trucks", false, true},
	{Rate, "get contract rates", true, true},
	{RequestQuotes, "request spot quotes and accept them", true, true},
	{Tender, "tender loads to carriers and request pickups", true, true},
	{MoveLoads, "schedule loads, change their status and put them on the dock", false, true},
	{Void, "void and archive loads", false, true},
	{Load, "load pallets, note exceptions, correct numbers at the dock", false, true},
	{Sign, "sign bills of lading", false, true},
	{Pack, "pack and verify boxes", false, true},
	{AddDocuments, "attach documents to a load and remove them", false, true},
	{AmendBill, "amend a bill of lading and reprint it", false, true},
	{Print, "print documents and labels", false, true},
	{SendMails, "send a mail again", true, true},
	{SettleWork, "settle rejected work of other users", true, true},
	{FileClaims, "prepare and file claims against carriers", true, true},
	{SettleClaims, "note what carriers decide and pay on claims", true, true},
	{AuditInvoices, "upload freight invoices, dispute and approve them", true, true},
	{PayInvoices, "release freight invoices for payment and enter what was paid", true, true},
	{ScheduleReports, "schedule reports, make them into files and mail them", false, true},
	{BookAppointments, "book appointments at a warehouse, move and cancel them", false, true},
	{MoveTrailers, "say where trailers stand, ask for moves in the yard and do them", false, true},

	{ManageDock, "change the dock's settings and open the gate link", false, true},
	{ManageItems, "maintain the item master", false, true},
	{ManagePacking, "maintain boxes, pallets and packing rules", false, true},
	{ManageCarriers, "maintain carriers and PRO ranges", false, true},
	{ManagePlanning, "maintain terminals, cube rating, default services and the rules of truck consolidation", false, true},
	{ManageFleet, "maintain the organisation's own fleet: depots, vehicles, drivers and fixed routes", false, true},
	{ManagePrices, "maintain contracts, fuel, customer markups and what the freight audit lets pass", false, true},
	{ManageAddresses, "maintain the address book: customers, vendors and locations", false, true},
	{InviteVendors, "send vendors the link by which they ship purchase orders, and revoke it", false, true},
	{ManageWarehouses, "maintain warehouses, their hours and the days on which they are closed", false, true},
	{ManagePrinters, "set up printers and print computers", false, true},
	{ManageOrganisation, "change the organisation's set-up and certificates", false, true},
	{ManageUsers, "maintain users, groups and devices", false, true},
	{ManageIntegration, "maintain applications that call the API", false, true},
	{ManageClaims, "maintain claimants and carriers' claim terms", true, true},
	{ManageRules, "maintain the rules by which carriers, modes and services are chosen and tenders are stopped", false, true},
	{ManageViews, "set up views of reports and the groups that open them", false, true},
	{CorrectData, "correct any field of an order or a shipment with a reason, and regenerate its documents", false, true},
}

var meanings = func() map[Right]Meaning {
	m := map[Right]Meaning{SignedIn: {SignedIn, "use one's own account", false, false}}
	for _, one := range All {
		m[one.Right] = one
	}
	return m
}()

// Values lists every right, for the types that are written for other languages.
func (Right) Values() []string {
	all := make([]string, len(All))
	for i, m := range All {
		all[i] = string(m.Right)
	}
	return all
}

// Known reports whether there is such a right.
func (r Right) Known() bool { _, ok := meanings[r]; return ok }

// Office reports whether only users of an office group hold the right.
func (r Right) Office() bool { return meanings[r].Office }

// Changes reports whether the right lets a user change something.
func (r Right) Changes() bool { return meanings[r].Changes }
