package freight

// Site is a warehouse as other areas need to know it.
type Site struct {
	ID    string   `json:"id"` // the group code: ATL
	Name  string   `json:"name"`
	Zone  string   `json:"zone"` // IANA
	Doors []string `json:"doors"`
	// Whom a driver calls.
	Contact string `json:"contact"`
	Phone   string `json:"phone"`
}

// DoorLoad is a load whose truck is at a door of the dock.
type DoorLoad struct{ ShipmentID, BOL, Carrier, Trailer string }

// Carrier is who takes the freight, as other areas need to know it.
type Carrier struct {
	SCAC  string `json:"SCAC"`
	Name  string `json:"name"`
	Code  string `json:"code"`
	Email string `json:"-"` // of its dispatch, for the office alone
	URL   string `json:"url"`
	Img   string `json:"img"`
}
