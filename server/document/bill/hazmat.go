package bill

import (
	"strings"

	"lading/server/kit/rule"
)

// Hazmat is an entry of the hazardous materials table as it goes on the shipping paper (49 CFR 172.202 and 172.203).
type Hazmat struct {
	ID              string   `json:"id"`        // UN1203; NA numbers only inside the United States and Canada
	Name            string   `json:"name"`      // proper shipping name, as the table has it
	Technical       string   `json:"technical"` // what an "n.o.s." entry really is
	Class           string   `json:"class"`
	Subsidiary      []string `json:"subsidiary"`
	Group           string   `json:"group"` // packing group in Roman numerals
	Rq              bool     `json:"rq"`    // reportable quantity in one package
	LtdQty          bool     `json:"ltdQty"`
	MarinePollutant bool     `json:"marinePollutant"`
	Waste           bool     `json:"waste"`
	Permit          string   `json:"permit"`          // DOT-SP number
	Quantity        string   `json:"quantity"`        // total with its unit, and the packages: "880 L in 4 drums"
	Phone           string   `json:"phone,omitempty"` // whom to call for this material, where the materials of a load have different numbers (172.201(d))
}

// Describe is the basic description. The law fixes the order, number, name, class, group, and lets nothing stand between them.
func (h Hazmat) Describe() string {
	name := h.Name
	if h.Waste && !strings.HasPrefix(strings.ToLower(name), "waste ") {
		// Before the name, not before the number: 172.101(c)(9) makes the word a part of the name.
		name = "Waste " + name
	}
	if h.Technical != "" {
		name += " (" + h.Technical + ")"
	}
	class := h.Class
	if len(h.Subsidiary) > 0 {
		class += " (" + strings.Join(h.Subsidiary, ", ") + ")"
	}
	parts := []string{h.ID, name, class}
	// A group that a product master carries for a class without groups is a mistake and is not printed.
	if h.Group != "" && rule.Grouped(h.Class) {
		parts = append(parts, "PG "+h.Group)
	}
	if h.Rq {
		parts = append([]string{"RQ"}, parts...)
	}
	if h.LtdQty {
		parts = append(parts, "Ltd Qty")
	}
	if h.MarinePollutant {
		parts = append(parts, "Marine Pollutant")
	}
	if h.Permit != "" {
		parts = append(parts, "DOT-SP "+strings.TrimSpace(strings.TrimPrefix(h.Permit, "DOT-SP")))
	}
	return strings.Join(parts, ", ")
}
