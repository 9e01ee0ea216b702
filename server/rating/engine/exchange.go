package engine

import "time"

// Exchange is what one unit of a currency is worth in the organisation's own on a day.
type Exchange struct {
	Currency string `json:"currency"`
	Day      string `json:"day"`
	Rate     Dec    `json:"rate"`
}

// exchangeDays is how long a rate counts: banks publish none on weekends and holidays.
const exchangeDays = 7

// Home gives an amount in the organisation's currency, by the newest rate up to a day. ok is false where no rate of the last days is known.
func (r *Request) Home(amount Cents, currency string) (home Cents, by Exchange, ok bool) {
	if currency == r.Currency {
		return amount, Exchange{}, true
	}
	oldest := ""
	if t, err := time.Parse(time.DateOnly, r.Today); err == nil {
		oldest = t.AddDate(0, 0, -exchangeDays).Format(time.DateOnly)
	}
	for _, x := range r.Exchange {
		if x.Currency == currency && x.Rate > 0 && x.Day >= oldest && (r.Today == "" || x.Day <= r.Today) && x.Day > by.Day {
			by = x
		}
	}
	if by.Day == "" || amount < 0 {
		return 0, Exchange{}, false
	}
	return Cents(HalfUp.share(int64(amount), int64(by.Rate), int64(one))), by, true
}
