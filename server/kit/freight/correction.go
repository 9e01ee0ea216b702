package freight

// Correction is what is put right of a shipment's numbers and carrier; what is empty stays.
type Correction struct {
	BOL, PRO             string
	Carrier, CarrierName string
}
