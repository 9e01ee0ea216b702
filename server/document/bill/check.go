package bill

import (
	"fmt"
	"regexp"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/gs1"
	"lading/server/kit/rule"
)

var scac = regexp.MustCompile(`^[A-Z]{2,4}$`)

// Check lists what keeps the bill from being handed to a driver. Nothing found means that it may be printed and signed.
func Check(b Bill) []fail.Field {
	var bad []fail.Field
	add := func(field, code string, kv ...any) { bad = append(bad, fail.Of(field, code, kv...)) }

	if b.Number == "" {
		add("Number", "bill-number-missing")
	} else if len(b.Number) == 17 && strings.Trim(b.Number, "0123456789") == "" && !gs1.ValidBOL(b.Number) {
		add("Number", "bill-number-check-digit", "number", b.Number)
	}
	for _, p := range []struct {
		field string
		party Party
		must  bool
	}{{"From", b.From, true}, {"To", b.To, true}, {"BillTo", b.BillTo, b.Terms == ThirdParty}} {
		if p.must && !p.party.complete() {
			add(p.field, "bill-party-incomplete", "box", p.field, "party", p.party.Name)
		}
	}
	switch b.Terms {
	case Prepaid, Collect, ThirdParty:
	default:
		add("Terms", "bill-terms-missing")
	}
	if b.Carrier.Name == "" && b.Carrier.Scac == "" {
		add("Carrier", "bill-carrier-missing")
	} else if b.Carrier.Scac != "" && !scac.MatchString(b.Carrier.Scac) {
		add("Carrier.Scac", "bill-scac-invalid", "scac", b.Carrier.Scac)
	}
	if len(b.Lines) == 0 {
		add("Lines", "bill-lines-missing")
	}
	if b.NoRecourse && b.Terms != Collect {
		add("NoRecourse", "bill-no-recourse-terms") // section 7 has a meaning only where the consignee pays
	}
	for i, l := range b.Lines {
		at := fmt.Sprintf("Lines[%d]", i)
		if l.Units <= 0 && l.Packages <= 0 {
			add(at, "bill-line-count", "line", i+1)
		}
		if l.Weight.Milli <= 0 {
			add(at+".Weight", "bill-line-weight", "line", i+1)
		}
		if l.Hazmat == nil && strings.TrimSpace(l.Description) == "" {
			add(at+".Description", "bill-line-description", "line", i+1)
		}
	}
	return append(bad, CheckHazmat(b)...)
}

// CheckHazmat lists what the bill lacks of what the law asks of its hazardous materials.
func CheckHazmat(b Bill) (bad []fail.Field) {
	for i, l := range b.Lines {
		if l.Hazmat == nil {
			continue
		}
		for _, part := range l.lacks(b.EmergencyPhone) {
			bad = append(bad, fail.Of(fmt.Sprintf("Lines[%d].Hazmat.%s", i, part), "hazmat-incomplete", "part", part, "goods", strings.TrimSpace(l.Hazmat.ID+" "+l.Description)))
		}
	}
	return bad
}

func (p Party) complete() bool {
	return p.Name != "" && p.Street != "" && p.City != "" && p.State != "" && p.Zip != ""
}

// lacks names the parts of a hazardous line's description that are absent or not in the law's form. phone is the load's number, where one serves all of it.
func (l Line) lacks(phone string) (parts []string) {
	h := l.Hazmat
	for _, lack := range rule.Hazmat(freight.Hazmat{UN: h.ID, ProperName: h.Name, TechnicalName: h.Technical, Class: h.Class, PackingGroup: h.Group, LimitedQty: h.LtdQty, EmergencyPhone: h.Phone}, phone) {
		parts = append(parts, lack.Part)
	}
	if h.Quantity == "" {
		parts = append(parts, "quantity")
	}
	if l.PackageType == "" {
		parts = append(parts, "packageType")
	}
	return parts
}
