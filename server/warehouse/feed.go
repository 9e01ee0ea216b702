package warehouse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/ical"
	"lading/server/kit/message"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/store"
	"lading/server/store/listing"
)

const (
	feedLink = "site-calendar" // what lets a calendar program read the appointments of a warehouse
	feedLife = 365 * 24 * time.Hour
	feedBack = 30   // days that a calendar reaches back
	feedOn   = 366  // days that it reaches on
	feedMost = 5000 // appointments in a calendar: those to come before those that are past
)

// FeedUnknown refuses a calendar's address that opens nothing, or opens nothing any more: which, nobody is told.
const FeedUnknown = "calendar-unknown"

func (a *Area) feedOps() []op.Op {
	return []op.Op{
		op.Query("Warehouse/CalendarLinks", a.CalendarLinks, right.ManageWarehouses),
		op.Command("Warehouse/MakeCalendarLink", a.MakeCalendarLink, right.ManageWarehouses).Secret().InPerson(),
		op.Command("Warehouse/EndCalendarLink", a.EndCalendarLink, right.ManageWarehouses),
		op.Direct("Warehouse/Calendar", a.Calendar).Get().Opened(FeedUnknown).Limited(op.PerVisitor),
	}
}

// CalendarLink tells whether a warehouse has an address for calendar programs. The address is told once, when it is made.
type CalendarLink struct {
	Warehouse string     `json:"WarehouseId"`
	Name      string     `json:"Name"`
	MadeAt    store.Time `json:"MadeAt"` // zero where there is none
	MadeBy    string     `json:"MadeBy"`
	Address   string     `json:"Address"` // in the answer that makes it
}

// CalendarLinks lists the warehouses that the user sees.
func (a *Area) CalendarLinks(ctx context.Context, tx *store.Tx, _ op.None) ([]CalendarLink, error) {
	sites, err := store.Select[Site](ctx, tx, `SELECT `+columns+` FROM warehouse_site ORDER BY id`)
	out := []CalendarLink{}
	for _, s := range sites {
		if !tx.By.SeesWarehouse(s.ID) {
			continue
		}
		c, err := a.calendarLink(ctx, tx, s)
		if err != nil {
			return out, err
		}
		out = append(out, c)
	}
	return out, err
}

func (a *Area) calendarLink(ctx context.Context, tx *store.Tx, s Site) (CalendarLink, error) {
	c := CalendarLink{Warehouse: s.ID, Name: s.Name}
	l, err := a.Links.StandingLink(ctx, tx, feedLink, s.ID)
	if err == nil && l.ID != "" {
		c.MadeAt, c.MadeBy = store.At(l.MadeAt), l.ByName
	}
	return c, err
}

// SiteReq names a warehouse.
type SiteReq struct {
	Warehouse string `json:"WarehouseId" validate:"required,max=20"`
}

// MakeCalendarLink makes a warehouse an address for calendar programs. An earlier one opens nothing then.
func (a *Area) MakeCalendarLink(ctx context.Context, tx *store.Tx, req SiteReq) (CalendarLink, error) {
	if a.PublicURL == "" {
		return CalendarLink{}, fail.Conflict("quote-no-address")
	}
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return CalendarLink{}, err
	}
	site, err := find(ctx, tx, req.Warehouse)
	if err != nil {
		return CalendarLink{}, err
	}
	l, err := a.Links.MailLink(ctx, tx, feedLink, site.ID, site.ID, tx.Now.Add(feedLife))
	if err != nil {
		return CalendarLink{}, err
	}
	c, err := a.calendarLink(ctx, tx, site)
	c.Address = strings.TrimSuffix(a.PublicURL, "/") + "/api/Warehouse/Calendar?Token=" + a.Links.LinkToken(tx.Org, l.ID)
	return c, err
}

// EndCalendarLink has a warehouse's address for calendar programs open nothing any more.
func (a *Area) EndCalendarLink(ctx context.Context, tx *store.Tx, req SiteReq) (CalendarLink, error) {
	if err := seen(ctx, tx, req.Warehouse); err != nil {
		return CalendarLink{}, err
	}
	site, err := find(ctx, tx, req.Warehouse)
	if err == nil {
		err = a.Links.EndLinks(ctx, tx, feedLink, site.ID)
	}
	if err != nil {
		return CalendarLink{}, err
	}
	return a.calendarLink(ctx, tx, site)
}

// endFeeds ends the addresses that a person made who may not make them any more: what was copied opens nothing once its maker has left.
func (a *Area) endFeeds(ctx context.Context, tx *store.Tx, e event.RightsLost) error {
	sites, err := a.Warehouses(ctx, tx)
	for _, s := range sites {
		if e.Holds(right.ManageWarehouses, s) {
			continue
		}
		l, err := a.Links.StandingLink(ctx, tx, feedLink, s)
		if err == nil && l.ID != "" && l.By == e.User {
			err = a.Links.EndLinks(ctx, tx, feedLink, s)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// FeedReq is what a calendar program shows.
type FeedReq struct {
	Token string `json:"Token" validate:"required,max=120"`
}

// Calendar gives a calendar program the appointments of a warehouse.
func (a *Area) Calendar(ctx context.Context, c *op.Call, req FeedReq) (out op.Download, err error) {
	db, err := a.PublicLinks.Linked(ctx, req.Token, FeedUnknown)
	if err != nil {
		return out, err
	}
	err = db.Read(ctx, c.Visitor(db, "").By, func(ctx context.Context, tx *store.Tx) error {
		l, err := a.Links.FindLink(ctx, tx, feedLink, req.Token)
		if _, refused := fail.As(err); refused {
			return fail.NotFound(FeedUnknown)
		}
		if err != nil {
			return err
		}
		within(tx, l.Warehouse)
		site, err := find(ctx, tx, l.Warehouse)
		if err != nil {
			return err
		}
		list, err := a.feedRows(ctx, tx, `p.warehouse = ?1`, site.ID, "")
		if err != nil {
			return err
		}
		events, err := a.feedEvents(ctx, tx, list, c.Language, false)
		out = Feed(site.Name, site.Zone, site.ID, events)
		return err
	})
	return out, op.Bare(err)
}

// Feed is a calendar as a program reads it.
func Feed(name, zone, file string, events []ical.Event) op.Download {
	body, tag := ical.Write(name, zone, events)
	return op.Download{Name: file + ".ics", Type: ical.Type, Body: strings.NewReader(body), Inline: true, Tag: tag}
}

// feedRows are the appointments that a calendar has, by their days: those to come, the soonest first, and with what is left of its room those before, the latest first.
func (a *Area) feedRows(ctx context.Context, tx *store.Tx, where string, args ...any) ([]Booked, error) {
	args = append(args, tx.Now.AddDate(0, 0, -feedBack).Format(time.DateOnly), tx.Now.AddDate(0, 0, feedOn).Format(time.DateOnly), feedMost, earliestToday(tx.Now))
	list, err := store.Select[Booked](ctx, tx, bookedColumns+` WHERE `+where+` AND p.day BETWEEN ?3 AND ?4 ORDER BY `+toComeFirst("p.", "?6")+` LIMIT ?5`, args...)
	slices.SortFunc(list, func(x, y Booked) int { return byTime(x.Appointment, y.Appointment) })
	return list, err
}

// earliestToday is the day that it still is somewhere: no warehouse has an earlier one.
func earliestToday(now time.Time) string { return now.UTC().Add(-12 * time.Hour).Format(time.DateOnly) }

// toComeFirst orders appointments, whose table has a prefix, such that a limit leaves the past out before what is to come. today names the parameter with the day from which on they are to come.
func toComeFirst(table, today string) string {
	return strings.NewReplacer("p.", table, "?today", today).Replace(`p.day < ?today, CASE WHEN p.day >= ?today THEN p.day || p.start END, p.day DESC, p.start DESC, p.number`)
}

func byTime(x, y Appointment) int {
	return cmp.Or(cmp.Compare(x.Day, y.Day), cmp.Compare(x.Start, y.Start), cmp.Compare(x.Number, y.Number))
}

// CalendarOf gives the appointments of a partner as events: those of its loads, and those that it booked for none.
func (a *Area) CalendarOf(ctx context.Context, tx *store.Tx, b freight.Booker, language string) ([]ical.Event, error) {
	list, err := a.feedRows(ctx, tx, `(p.booker_id = ?1 AND ?1 <> '' AND p.shipment_id = '' OR p.shipment_id <> '' AND p.shipment_id IN (SELECT value FROM json_each(?2)))`, b.ID, listing.Texts(b.Loads))
	if err != nil {
		return nil, err
	}
	return a.feedEvents(ctx, tx, list, language, true)
}

// feedEvents are appointments as events, in the reader's language. To a carrier they say where, to the warehouse who.
func (a *Area) feedEvents(ctx context.Context, tx *store.Tx, list []Booked, language string, partner bool) ([]ical.Event, error) {
	language = cmp.Or(language, message.Languages[0])
	sites := map[string]Site{}
	out := make([]ical.Event, 0, len(list))
	for _, p := range list {
		site, ok := sites[p.Warehouse]
		if !ok {
			var err error
			if site, err = find(ctx, tx, p.Warehouse); err != nil {
				return nil, err
			}
			sites[p.Warehouse] = site
		}
		zone, err := time.LoadLocation(site.Zone)
		if err != nil {
			return nil, err
		}
		at, _ := instant(p.Day, p.Start, zone)
		to := site.Address.V
		way := message.Text(language, "calendar-"+p.Direction, nil)
		said := []string{p.called().Called, way}
		if partner {
			said = append(said, site.Name)
		} else {
			said = append(said, cmp.Or(p.CarrierName, p.Carrier))
		}
		said = append(said, cmp.Or(p.Number, p.Reference))
		lines := []string{fmt.Sprintf("%s %s %s", p.Day, p.Start, site.Zone)}
		for _, f := range []struct{ code, value string }{{"calendar-door", p.Door}, {"calendar-bol", cmp.Or(p.BOL, p.SaidBOL)}, {"calendar-po", p.PO}, {"calendar-note", p.Note}} {
			if f.value != "" {
				lines = append(lines, message.Text(language, f.code, map[string]any{"said": f.value}))
			}
		}
		out = append(out, ical.Event{ID: p.ID, Sequence: int(p.Rev) - 1, At: p.At.Time, Start: at, End: at.Add(time.Duration(p.Minutes) * time.Minute), Cancelled: p.State == "cancelled" || p.State == "no-show",
			Summary: joined(said, " · "), Description: strings.Join(lines, "\n"), Place: joined([]string{site.Name, to.Street, to.City, strings.TrimSpace(to.State + " " + to.Zip)}, ", ")})
	}
	return out, nil
}

func joined(said []string, by string) string {
	var out []string
	for _, s := range said {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, by)
}
