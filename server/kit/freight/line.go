package freight

// Line is who is asked to take a shipment, one after the other, by the rating that is kept with it.
type Line struct {
	FromZip, ToZip string // as it was rated
	Candidates     []Candidate
}

// Candidate is one carrier of a line: the best of its price sheets, and why it stands where it does.
type Candidate struct {
	Price
	Sheet         string
	CarrierName   string
	Why, WhyValue string // a code of the choice and what it names
}
