package freight

import "strings"

// Apart tells what keeps orders from being one shipment: its code, and the two that differ. No code means that nothing does.
func Apart(orders []Order) (code, first, second string) {
	for _, o := range orders[min(1, len(orders)):] {
		switch a := orders[0]; {
		case o.Warehouse != a.Warehouse:
			return "orders-differ-warehouse", a.Number, o.Number
		case o.Terms != a.Terms:
			return "orders-differ-terms", a.Number, o.Number
		case o.Consignee.Place() != a.Consignee.Place():
			return "orders-differ-consignee", a.Number, o.Number
		case o.Terms == "T" && o.payer() != a.payer():
			return "orders-differ-bill-to", a.Number, o.Number
		}
	}
	for i, o := range orders {
		for _, a := range orders[:i] {
			if a.Clauses.apart(o.Clauses) {
				return "orders-differ-money", a.Number, o.Number
			}
		}
	}
	return "", "", ""
}

func (o Order) payer() string {
	if o.BillTo == nil {
		return ""
	}
	return o.BillTo.Place()
}

// Place is what makes two consignees the same dock, however they were typed.
func (p Party) Place() string {
	fold := func(t string) string { return strings.ToUpper(strings.Join(strings.Fields(t), " ")) }
	return fold(p.Name) + "|" + fold(p.Street) + "|" + fold(p.Street2) + "|" + fold(p.City) + "|" + fold(p.Zip)
}
