package rule

import "strings"

// PRO tells whether a PRO number can be a carrier's: its check digit fits, where the carrier's rule is known and the number has that form. XPO takes the first
// eight digits modulo 7, Old Dominion's eleven digits pass Luhn's check, YRC's tenth place is eleven minus the middle six modulo 11.
func PRO(scac, pro string) bool {
	n := strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(pro))
	digits := strings.Trim(n, "0123456789") == ""
	switch {
	case (scac == "CNWY" || scac == "XPOL") && len(n) == 9 && digits:
		return modulo(n[:8], 7) == int(n[8]-'0')
	case scac == "ODFL" && len(n) == 11 && digits:
		sum := 0
		for i := range n {
			d := int(n[len(n)-1-i] - '0')
			if i%2 == 1 {
				if d *= 2; d > 9 {
					d -= 9
				}
			}
			sum += d
		}
		return sum%10 == 0
	case scac == "RDWY" && len(n) == 10 && strings.Trim(n[:9], "0123456789") == "":
		return n[9] == "0123456789X0"[11-modulo(n[3:9], 11)]
	}
	return true
}

// modulo is the rest of a number in decimal digits.
func modulo(digits string, m int) (rest int) {
	for _, c := range digits {
		rest = (rest*10 + int(c-'0')) % m
	}
	return rest
}
