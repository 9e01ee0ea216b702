package shipment

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/freight"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/kit/moment"
	"lading/server/store"
)

const (
	// gather is how long a mail waits for another of its kind to the same address: what a person does to many loads at once, and tenders that end at one moment.
	gather = 4 * time.Second
	offer  = "letter-tender"
	// tenderChange is the mail that asks a carrier to confirm a load once more, since it is other than it was offered.
	tenderChange = "letter-tender-changed"
	// appointed is the mail that tells a carrier of a load's delivery appointment.
	appointed = "letter-appointment"
)

// pickupOf is what a mail that asks for a shipment's pickup is about.
func pickupOf(shipmentID string) string { return "pickup/" + shipmentID }

// write has the carrier mailed; more are names and values that the text has beside those of every mail. Without an address there is nobody to write to: the
// office sees so, and passes the link on itself.
func (a *Area) write(ctx context.Context, tx *store.Tx, s Shipment, d Tender, code string, more ...string) error {
	if d.Email == "" {
		return nil
	}
	params, zone, err := a.params(ctx, tx, s, d.CarrierName)
	if err != nil {
		return err
	}
	params["details"] = said(s, d.Language)
	maps.Copy(params, map[string]any{"until": moment.Stamp(d.ExpiresAt.Time, zone), "pro": d.PRO, "reason": s.Reason,
		"address": a.PublicURL + linkPath + link.MarkOf(d.LinkID), "check": a.PublicURL + link.CheckPath(tx.Org, link.Tender, d.ID)})
	for i := 0; i+1 < len(more); i += 2 {
		params[more[i]] = more[i+1]
	}
	m := event.MailDue{Key: code + "/" + d.ID, To: []string{d.Email}, ShipmentID: s.ID}
	switch code {
	case appointed:
		m.Key += fmt.Sprintf("/%d", tx.Now.UnixMilli()) // the number may be changed again
	case tenderChange:
		m.Of, m.LinkID = d.ID, d.LinkID
		m.Key += fmt.Sprintf("/%s/%d", d.LinkID, tx.Now.UnixMilli())
	case offer, "letter-tender-again":
		m.Of, m.LinkID = d.ID, d.LinkID
		m.Key += fmt.Sprintf("/%s/%d", d.LinkID, tx.Now.UnixMilli()) // the same link may be mailed again
		list := a.list(m, s, d.CarrierName, d.Language, offer, params)
		if code != offer { // who asked for a new link waits for it
			list.With, list.Wait = m.Key, 0
		}
		m.List = list
	case "letter-tender-expired", "letter-tender-withdrawn", "letter-shipment-void":
		m.List = a.list(m, s, d.CarrierName, d.Language, code, params)
	}
	return a.mail(ctx, tx, m, d.Language, code, params)
}

// writePickup asks a carrier to come for a shipment.
func (a *Area) writePickup(ctx context.Context, tx *store.Tx, s Shipment, to, language, key string) error {
	o := s.Origin.V
	place := strings.Join(filled(o.Name, o.Street, o.Street2, townOf(o.City, o.State, o.Zip)), ", ")
	if people := filled(o.Contact, o.Phone); len(people) > 0 {
		place += "\n  " + strings.Join(people, ", ")
	}
	pro, instruction := "", ""
	if s.PRO != "" {
		pro = ", PRO " + s.PRO
	}
	if s.Instruction != "" {
		instruction = "\n  " + s.Instruction
	}
	params, _, err := a.params(ctx, tx, s, s.CarrierName)
	if err != nil {
		return err
	}
	params["details"] = said(s, language)
	maps.Copy(params, map[string]any{"pro": pro, "place": place, "instruction": instruction, "check": a.PublicURL + link.CheckPath(tx.Org, link.Pickup, s.ID)})
	m := event.MailDue{Key: key, To: []string{to}, ShipmentID: s.ID, Of: pickupOf(s.ID)}
	m.List = a.list(m, s, s.CarrierName, language, "letter-pickup", params)
	if instruction != "" {
		params["instruction"] = "\n\n" + s.Instruction
	}
	return a.mail(ctx, tx, m, language, "letter-pickup", params)
}

// said is what the carrier prices and plans by, beside the way and the count: each line of goods, the orders by the client's labels, services, days and terms.
func said(s Shipment, language string) string {
	var lines []string
	say := func(code string, params map[string]any) { lines = append(lines, message.Text(language, code, params)) }
	for _, it := range s.aboard() {
		lines = append(lines, goods(it, language))
		if it.Hazmat != nil {
			say("letter-load-hazmat", map[string]any{"line": it.Hazmat.Line()})
		}
	}
	for _, o := range s.Orders.V {
		note := ""
		for _, n := range s.OrderNotes.V {
			if n.Order == o {
				note = ", " + n.Note
			}
		}
		say("letter-load-order", map[string]any{"order": o, "note": note})
	}
	if len(s.ServiceNames.V) > 0 {
		say("letter-load-services", map[string]any{"services": strings.Join(s.ServiceNames.V, ", ")})
	}
	if s.ArriveBy != "" {
		say("letter-load-due", map[string]any{"day": s.ArriveBy})
	}
	if s.Clauses.V.Appointment != "" {
		say("letter-load-appointment", map[string]any{"number": s.Clauses.V.Appointment})
	}
	for _, at := range s.Stops.V {
		if at.Appointment != "" {
			say("letter-load-stop-appointment", map[string]any{"stop": at.To.Name, "town": townOf(at.To.City, at.To.State, at.To.Zip), "number": at.Appointment})
		}
	}
	say("letter-load-terms", map[string]any{"terms": string(s.Terms)})
	lines = append(lines, s.Clauses.V.Said(language, true)...)
	return "\n  " + strings.Join(lines, "\n  ")
}

// goods is a line of goods: what and how many, how heavy, of which class and how large.
func goods(it freight.Item, language string) string {
	parts := filled(it.Description, fmt.Sprintf("%d %s", it.Pieces, it.PackageType), it.Weight.String())
	if it.Class != "" {
		parts = append(parts, message.Text(language, "letter-load-class", map[string]any{"class": it.Class}))
	}
	return strings.Join(append(parts, filled(freight.Unit{Length: it.Length, Width: it.Width, Height: it.Height}.Size())...), ", ")
}

// params are what every mail to a carrier may say of a shipment, and zone is where its times count.
func (a *Area) params(ctx context.Context, tx *store.Tx, s Shipment, carrier string) (params map[string]any, zone string, err error) {
	shipper, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return nil, "", err
	}
	if _, zone, err = a.Sites.Site(ctx, tx, s.Warehouse); err != nil {
		return nil, "", err
	}
	return map[string]any{"shipper": shipper, "number": s.Number, "bol": s.BOL, "carrier": carrier, "from": townOf(s.Origin.V.City, s.Origin.V.State, s.Origin.V.Zip),
		"to": townOf(s.Destination.V.City, s.Destination.V.State, s.Destination.V.Zip), "shipOn": s.ShipOn, "window": moment.Window(s.ShipOn, s.PickupFrom, s.PickupTo, zone), "pieces": s.Pieces,
		"pallets": s.Pallets, "weight": s.Weight.V.String(), "base": a.PublicURL + "/"}, zone, nil
}

// list has a mail leave as one with others of its kind to that address. Who may read the mails of one warehouse may not read those of another, so the
// loads of each stand in a mail of their own.
func (a *Area) list(m event.MailDue, s Shipment, carrier, language, code string, params map[string]any) *event.MailList {
	say := func(code string) string { return message.Text(language, code, params) }
	l := &event.MailList{With: strings.Join([]string{code, language, s.Warehouse, carrier}, "|"), Wait: gather, Language: language, Code: code + "-list", Text: say(code + "-load"), Foot: say("letter-list-foot"),
		Params: map[string]any{"shipper": params["shipper"], "carrier": carrier, "number": s.Number}}
	if m.Of == "" {
		return l
	}
	if code == offer {
		l.Foot = say("letter-tender-list-foot") + "\n\n" + l.Foot
	}
	if a.PublicURL != "" {
		l.Text += "\n  " + say("letter-genuine-load")
		l.Foot += "\n\n" + say("letter-genuine-list")
	}
	return l
}

// mail posts a mail in the carrier's language. What asks something of it names the page that tells whether it is genuine.
func (a *Area) mail(ctx context.Context, tx *store.Tx, m event.MailDue, language, code string, params map[string]any) error {
	m.Subject, m.Body = message.Text(language, code+"-subject", params), message.Text(language, code+"-body", params)
	if m.Of != "" && a.PublicURL != "" {
		m.Body += "\n\n" + message.Text(language, "letter-genuine", params)
	}
	return tx.Emit(ctx, m)
}

func townOf(city, state, zip string) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(city+", "+state), ", ") + " " + zip)
}
