package engine

// densityRow is a range of a density scale: under so many pounds a cubic foot, this class.
type densityRow struct {
	under Dec
	class Class
}

// The density scale of the NMFC since 19 July 2025, and the one before it. Invoices are audited later, so the day of shipping picks the scale.
var (
	scaleSince = "2025-07-19"
	scale13    = []densityRow{{Int(1), 4000}, {Int(2), 3000}, {Int(4), 2500}, {Int(6), 1750}, {Int(8), 1250}, {Int(10), 1000}, {Int(12), 925}, {Int(15), 850}, {225_000, 700}, {Int(30), 650}, {Int(35), 600}, {Int(50), 550}, {0, 500}}
	scale11    = append(scale13[:10:10], densityRow{0, 600})
)

// Suggest proposes a class by density for a day. An item with a class of its own commodity keeps that one; this is a proposal.
func Suggest(weight Dec, units []Unit, day string) (class Class, pcf Dec, sub int) {
	load := measure(units)
	if load.inches.Sign() == 0 || weight <= 0 {
		return 0, 0, 0
	}
	scale := scale13
	if day != "" && day < scaleSince {
		scale = scale11
	}
	for i, r := range scale {
		if r.under == 0 || load.under(weight, r.under) {
			return r.class, density(weight, load), i + 1
		}
	}
	return 0, 0, 0
}
