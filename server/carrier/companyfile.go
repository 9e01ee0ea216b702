package carrier

import (
	"context"
	"strings"

	"lading/server/kit/right"
	"lading/server/kit/table"
	"lading/server/rowfile"
	"lading/server/store"
)

var carrierKind = table.New(table.Kind{Name: "carrier", Few: 2,
	Fields: []table.Field{
		{Key: "SCAC", Titles: "scac; scac no; carrier scac; carrier no; carrier id; code; no; scaccode; transportista no; transporteur no; spediteur no; std carrier alpha code; standard carrier alpha code; carrier abbreviation"},
		{Key: "CarrierName", Titles: "carrier; carrier name; name; company; company name; carrier company; legal name; dba; dba name; transportista; nombre transportista; nombre; razon social; transporteur; nom transporteur; nom; spediteur; spedition; frachtfuhrer; firma; provider; provider name; trucking company; motor carrier"},
		{Key: "RateModes", Titles: "mode; modes; service mode; service modes; rate mode; rate modes; transport mode; service type; services; modo; modos; modalidad; verkehrstrager; verkehrsart; mode transport; equipment mode; type service; carrier type; tipo servicio; type; tipo"},
		{Key: "Contact", Titles: "contact; contact name; contact person; primary contact; rep; representative; account rep; dispatcher; contacto; nombre contacto; persona contacto; ansprechpartner; kontakt; interlocuteur; attention; attn; sales rep"},
		{Key: "Email", Titles: "email; e mail; email address; tender email; dispatch email; contact email; mail; correo; correo electronico; courriel; adresse email; e mail adresse; tenders to; send tenders to; pickup email; email tender; primary email", Shape: table.Emails},
		{Key: "Phone", Titles: "phone; telephone; phone no; telephone no; contact phone; main phone; dispatch phone; mobile; movil; celular; rufnummer; office phone", Shape: table.Phones},
		{Key: "Url", Titles: "url; website; web site; web; homepage; site web; sitio web; webseite; internet; tracking site"},
		{Key: "DotNumber", Titles: "dot; dot no; us dot; usdot; usdot no; us dot no; dot mc"},
		{Key: "McNumber", Titles: "mc; mc no; mc mx no; docket; docket no; mc docket; mcno"},
	},
	Nothing: "address; street; city; state; zip; country; status; active; notes; comments; fax; rating; safety rating; insurance; insurance expiration; payment terms; terms; account no; account; vendor no; tax id; created; modified; rank; row; line",
})

// modeWords are what files call the modes, in the words that the trade has for them.
var modeWords = map[string]string{"less truckload": "LTL", "less than truckload": "LTL", "groupage": "LTL", "carga consolidada": "LTL", "stuckgut": "LTL", "truckload": "TL", "full truckload": "TL", "ftl": "TL", "truck": "TL", "tl ftl": "TL", "carga completa": "TL",
	"charge complete": "TL", "komplettladung": "TL", "dry van": "TL", "van": "TL", "flatbed": "TL", "reefer": "TL", "rail": "INTERMODAL", "intermodal rail": "INTERMODAL", "imdl": "INTERMODAL", "im": "INTERMODAL", "drayage": "INTERMODAL", "ocean": "FCL", "full container": "FCL",
	"ocean fcl": "FCL", "ocean lcl": "LCL", "air": "INTLAIR", "air freight": "INTLAIR", "international air": "INTLAIR", "small parcel": "PARCEL", "small package": "PARCEL", "paqueteria": "PARCEL", "colis": "PARCEL", "paket": "PARCEL", "courier": "PARCEL",
	"multi stop": "MTL", "multi stop truckload": "MTL", "volume": "LTL", "ltl freight": "LTL"}

func modeOf(word string) (mode string, ok bool) {
	mode, ok = modeWords[table.Normal(word)]
	return mode, ok
}

// companyFile has carriers come in by a file. What the directory knows of a carrier that is new, the file need not say.
func companyFile(a *Area) *rowfile.Spec[CompanyReq] {
	return &rowfile.Spec[CompanyReq]{
		Read: "Carriers/ReadCarrierFile", Save: "Carriers/SaveCarrierFile", Kind: carrierKind, Right: right.ManageCarriers, Orgs: a.Orgs,
		Order:  []string{"SCAC", "CarrierName", "RateModes", "Contact", "Email", "Phone", "Url", "DotNumber", "McNumber"},
		Needed: []string{"SCAC", "Email"},
		Choices: func(context.Context, *store.Tx) (map[string][]rowfile.Choice, error) {
			modes := []rowfile.Choice{}
			for _, m := range []string{"LTL", "TL", "INTERMODAL", "FCL", "LCL", "INTLAIR", "MTL", "PARCEL"} {
				modes = append(modes, rowfile.Choice{Value: m, Label: m})
			}
			return map[string][]rowfile.Choice{"RateModes": modes}, nil
		},
		Find: func(ctx context.Context, tx *store.Tx, l *rowfile.Line) (f rowfile.Found[CompanyReq], err error) {
			id := strings.ToUpper(l.Text("SCAC"))
			known, ok, err := store.Get[Company](ctx, tx, `SELECT id, name, modes, contact, email, phone, url, dot, mc, insurer, policy, insured_until, flag, rev, at, by_user FROM carrier WHERE id = ?`, id)
			if f.Row, f.Stands = known.CompanyReq, ok; !ok {
				c := directory()[id]
				f.Row = CompanyReq{Name: c.Name, Modes: c.Modes, URL: c.URL}
			}
			return f, err
		},
		Fill: func(l *rowfile.Line, r *CompanyReq) {
			r.ID = l.Text("SCAC")
			for field, to := range map[string]*string{"CarrierName": &r.Name, "Contact": &r.Contact, "Email": &r.Email, "Phone": &r.Phone, "Url": &r.URL, "DotNumber": &r.DOT, "McNumber": &r.MC} {
				if s := l.Text(field); s != "" || l.Has(field) && r.Rev > 0 { // what the directory knows of a new one stays where the file says nothing
					*to = s
				}
			}
			if modes := l.Choices("RateModes", modeOf); len(modes) > 0 {
				r.Modes = modes
			}
			if r.URL != "" && !strings.Contains(r.URL, "://") {
				r.URL = "https://" + r.URL
			}
			r.DOT, r.MC = strings.TrimLeft(strings.ToUpper(r.DOT), "USDOT- "), strings.TrimLeft(strings.ToUpper(r.MC), "MC- ")
		},
		Key: func(r *CompanyReq) string { return r.ID },
		Put: func(ctx context.Context, tx *store.Tx, r CompanyReq, _ bool) error {
			_, err := a.SaveCompany(ctx, tx, r)
			return err
		},
	}
}
