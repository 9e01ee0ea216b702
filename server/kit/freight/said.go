package freight

import (
	"fmt"

	"lading/server/kit/message"
)

// Said are the clauses that a carrier prices or answers for, as mails write them: whose account it bills, what it collects, the value that was declared, and that
// it may not deliver without payment. Who carries the load is told the account and where collected money goes; who is asked a price is not.
func (c Clauses) Said(language string, carries bool) (lines []string) {
	say := func(code string, params map[string]any) {
		lines = append(lines, message.Text(language, code, params))
	}
	if carries && c.Account != "" {
		say("letter-load-account", map[string]any{"account": c.Account})
	}
	if c.CodMinor > 0 {
		check := "no"
		if c.CodCheck {
			check = "yes"
		}
		say("letter-load-cod", map[string]any{"amount": Amount(c.CodMinor, c.Currency), "fee": c.CodFee, "check": check})
		if carries && c.CodRemit != "" {
			say("letter-load-cod-remit", map[string]any{"to": c.CodRemit})
		}
	}
	if c.DeclaredMinor > 0 {
		say("letter-load-declared", map[string]any{"amount": Amount(c.DeclaredMinor, c.Currency), "per": c.DeclaredPer})
	}
	if c.NoRecourse {
		say("letter-load-no-recourse", nil)
	}
	return lines
}

// ForCarrier leaves of the clauses what Said tells of them.
func (c Clauses) ForCarrier(carries bool) Clauses {
	k := Clauses{NoRecourse: c.NoRecourse}
	if carries {
		k.Account = c.Account
	}
	if c.CodMinor > 0 {
		k.Currency, k.CodMinor, k.CodFee, k.CodCheck = c.Currency, c.CodMinor, c.CodFee, c.CodCheck
		if carries {
			k.CodRemit = c.CodRemit
		}
	}
	if c.DeclaredMinor > 0 {
		k.Currency, k.DeclaredMinor, k.DeclaredPer = c.Currency, c.DeclaredMinor, c.DeclaredPer
	}
	return k
}

// Amount writes minor units for a mail as screens do: "$ 1,234.50", of other currencies "1,234.50 CAD", and cents where there are any. All currencies of the product
// have cents.
func Amount(minor int64, currency string) string {
	whole := fmt.Sprint(minor / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if cents := minor % 100; cents != 0 {
		whole += fmt.Sprintf(".%02d", cents)
	}
	if currency == "USD" {
		return "$ " + whole
	}
	return whole + " " + currency
}
