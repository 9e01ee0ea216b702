package vendor

import "strings"

// tariffCode reads an HTS code: the six digits of the Harmonized System, or eight or ten of a country's own tariff, with or without dots. Chapter 77 is kept
// for what does not exist yet, and chapters 98 and 99 are a country's own and stand beside a code of the goods. Source: WCO, Harmonized System 2022.
func tariffCode(typed string) (code string, ok bool) {
	code = strings.Map(func(r rune) rune {
		if r == '.' || r == ' ' || r == '-' {
			return -1
		}
		return r
	}, typed)
	if len(code) != 6 && len(code) != 8 && len(code) != 10 {
		return code, false
	}
	for _, r := range code {
		if r < '0' || r > '9' {
			return code, false
		}
	}
	chapter := code[:2]
	return code, chapter >= "01" && chapter <= "97" && chapter != "77"
}

// airWaybill reads the number of an air waybill: the airline's prefix of three digits, a serial number of seven, and its rest when it is divided by seven. ok is
// false where it has another form; fits reports whether the last digit is that rest. Source: IATA Resolution 600a.
func airWaybill(typed string) (number string, ok, fits bool) {
	number = strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, typed)
	if len(number) != 11 {
		return number, false, false
	}
	serial := 0
	for i, r := range number {
		if r < '0' || r > '9' {
			return number, false, false
		}
		if i >= 3 && i < 10 {
			serial = serial*10 + int(r-'0')
		}
	}
	return number[:3] + "-" + number[3:], true, serial%7 == int(number[10]-'0')
}
