package rating

import (
	"context"
	"strings"

	"lading/server/kit/right"
	"lading/server/kit/table"
	"lading/server/rowfile"
	"lading/server/store"
)

var terminalKind = table.New(table.Kind{Name: "terminal", Few: 3,
	Fields: []table.Field{
		{Key: "Carrier", Titles: "carrier; scac; carrier scac; carrier no; scac no; transportista; transporteur; spediteur; line haul carrier"},
		{Key: "Code", Titles: "terminal; terminal no; terminal id; no; id; term; term no; trm; service center no; service center; svc ctr; station; station no; terminal abbreviation; abbreviation; sic; sic no; centro; terminal codigo"},
		{Key: "Hours", Titles: "hours; business hours; terminal hours; dock hours; hours operation; operating hours; horario; horaires; offnungszeiten; open hours"},
		{Key: "Serves", Titles: "serves; zips served; zip prefixes; zip 3; service area; serves zips; zip codes; postal codes; zip code prefixes; coverage; area served; codigos postales; codes postaux; direct zips; serves zip; zip prefixes served; served zips"},
		{Key: "Name", Titles: "terminal name; service center name; station name; nombre terminal; nom terminal; name"},
	},
	Parties: []table.Party{{Titles: "terminal; service center; station; location", Main: true, Fields: map[string]string{table.PartStreet: "Street", table.PartCity: "City", table.PartState: "State", table.PartZip: "Zip", table.PartPhone: "Phone", table.PartEmail: "Email"}}},
	Nothing: "country; region; fax; toll free; manager; contact; contact name; latitude; longitude; lat; lng; lon; doors; type; status; notes; time zone; row; line",
})

// terminalFile has carriers' terminals come in by a file.
func terminalFile(a *Area) *rowfile.Spec[TerminalReq] {
	return &rowfile.Spec[TerminalReq]{
		Read: "Rating/ReadTerminalFile", Save: "Rating/SaveTerminalFile", Kind: terminalKind, Right: right.ManagePlanning, Orgs: a.Orgs,
		Order:  []string{"Code", "Carrier", "Name", "Street", "City", "State", "Zip", "Phone", "Email", "Hours", "Serves"},
		Needed: []string{"Code", "Carrier", "Zip"},
		Choices: func(ctx context.Context, tx *store.Tx) (map[string][]rowfile.Choice, error) {
			list, err := a.Carriers.Carriers(ctx, tx)
			own := []rowfile.Choice{}
			for _, c := range list {
				own = append(own, rowfile.Choice{Value: c.SCAC, Label: c.Name})
			}
			return map[string][]rowfile.Choice{"Carrier": own}, err
		},
		Find: func(ctx context.Context, tx *store.Tx, l *rowfile.Line) (f rowfile.Found[TerminalReq], err error) {
			known, ok, err := store.Get[Terminal](ctx, tx, `SELECT * FROM rating_terminal WHERE carrier = ? AND code = ?`, l.Choice("Carrier", nil), strings.ToUpper(l.Text("Code")))
			f.Row, f.Stands = known.TerminalReq, ok
			return f, err
		},
		Fill: func(l *rowfile.Line, r *TerminalReq) {
			r.Carrier = l.Choice("Carrier", nil)
			for field, to := range map[string]*string{"Code": &r.Code, "Name": &r.Name, "Street": &r.Street, "City": &r.City, "Phone": &r.Phone, "Email": &r.Email, "Hours": &r.Hours} {
				l.Set(field, to)
			}
			if s := l.Text("Zip"); s != "" {
				r.Zip = fiveDigits(s, l.Text("State"))
			}
			if r.Name == "" { // a list that calls its terminals by their code and their city
				r.Name = r.City
			}
			if l.Has("Serves") || r.Serves == nil {
				r.Serves = []string{}
				for _, p := range l.List("Serves") {
					r.Serves = append(r.Serves, strings.Fields(p)...)
				}
			}
		},
		Key: func(r *TerminalReq) string { return r.Carrier + " " + r.Code },
		Put: func(ctx context.Context, tx *store.Tx, r TerminalReq, _ bool) error {
			_, err := terminals(a).Save(ctx, tx, r)
			return err
		},
	}
}

// fiveDigits is a ZIP code as places are known by: without the four digits behind it, and with the zero that a spreadsheet took away, as its state tells.
func fiveDigits(s, state string) string {
	zip := s
	for _, country := range []string{"US", "CA"} {
		if form, what := table.Postal(s, state, country); what.Code == "" {
			zip, _, _ = strings.Cut(form, "-")
			break
		}
	}
	return zip
}
