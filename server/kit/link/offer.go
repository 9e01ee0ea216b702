package link

import (
	"net/url"
	"strings"
	"time"
)

// What a mail asks of a carrier; the word stands in the address that the mail is checked at.
const (
	Tender = "tender"
	Quote  = "quote"
	Pickup = "pickup"
)

// Standing is where it stands.
type Standing string

// The standings.
const (
	Open     Standing = "open"
	Answered Standing = "answered"
	Declined Standing = "declined"  // by the carrier
	Over     Standing = "over"      // its time, or the question
	Recalled Standing = "withdrawn" // by the shipper
)

// Values lists the standings.
func (Standing) Values() []string {
	return []string{"open", "answered", "declined", "over", "withdrawn"}
}

// Offer is what anybody is told who holds a mail and wonders whether it is genuine: what stands in it and whom it was sent to. No price and no person.
type Offer struct {
	Standing Standing  `json:"standing"`
	Shipper  string    `json:"shipper"`
	Carrier  string    `json:"carrier"`
	Sent     string    `json:"sent"` // the address in part
	Number   string    `json:"number"`
	From     string    `json:"from"`
	To       string    `json:"to"`
	ShipOn   string    `json:"shipOn"`
	SentAt   time.Time `json:"sentAt"`
	Until    time.Time `json:"until,omitzero"` // none where nothing is to be answered
}

// OfferReq is what stands behind /check in the address. It gives no right.
type OfferReq struct {
	Org string `json:"Org" validate:"required,max=64"`
	ID  string `json:"Id" validate:"required,ulid"`
}

// CheckPath is where a mail is checked, without the server's own name.
func CheckPath(org, what, id string) string {
	return "/check/" + url.PathEscape(org) + "/" + what + "/" + id
}

// Masked shows as much of a mail address as its owner needs to know it again: "d…@carrier.example".
func Masked(mail string) string {
	name, host, ok := strings.Cut(mail, "@")
	if !ok || name == "" {
		return ""
	}
	return string([]rune(name)[:1]) + "…@" + host
}
