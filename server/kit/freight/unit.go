package freight

// Unit is one handling unit of a load, a pallet or a carton, as its label and the packing list name it.
type Unit struct {
	LPN         string  `json:"lpn"`
	SSCC        string  `json:"sscc"` // empty where the number is the customer's own
	Description string  `json:"description"`
	ItemCode    string  `json:"itemCode"`
	Pieces      int64   `json:"pieces"`
	Weight      Measure `json:"weight"`
	Length      Measure `json:"length"`
	Width       Measure `json:"width"`
	Height      Measure `json:"height"`
	Lot         string  `json:"lot"`
	ExpiresOn   string  `json:"expiresOn"`
	BestBefore  string  `json:"bestBefore"`

	Contents []Content `json:"contents,omitempty"` // of the load's lines
	Short    int64     `json:"short,omitempty"`    // pieces that are missing
	Aboard   bool      `json:"aboard,omitempty"`
}

// Went are those of a load's units that are aboard, without what is short of them.
func Went(units []Unit) []Unit {
	out := make([]Unit, 0, len(units))
	for _, u := range units {
		if !u.Aboard {
			continue
		}
		if carried := (Stowed{Contents: u.Contents, Pieces: u.Pieces, Short: u.Short, Weight: u.Weight}).carried(); len(carried) > 0 {
			u.Weight = Measure{}
			for _, c := range carried {
				u.Weight = u.Weight.Add(c.Weight)
			}
		}
		u.Pieces, u.Short = u.Pieces-u.Short, 0
		out = append(out, u)
	}
	return out
}

// Size writes length, width and height for paper: "48 x 40 x 52 in"; nothing where one of them is not known.
func (u Unit) Size() string {
	l, w, h := u.Length, u.Width, u.Height
	if l.Milli <= 0 || w.Milli <= 0 || h.Milli <= 0 || l.Unit != w.Unit || l.Unit != h.Unit {
		return ""
	}
	bare := func(m Measure) string { m.Unit = ""; return m.String() }
	return bare(l) + " x " + bare(w) + " x " + h.String()
}
