package org

import (
	"context"
	"strings"

	"lading/server/kit/right"
	"lading/server/kit/table"
	"lading/server/resource"
	"lading/server/rowfile"
	"lading/server/store"
)

var placeParts = map[string]string{table.PartName: "Name", table.PartStreet: "Street", table.PartStreet2: "Street2", table.PartCity: "City", table.PartState: "State", table.PartZip: "Zip", table.PartCountry: "Country",
	table.PartContact: "Contact", table.PartPhone: "Phone", table.PartEmail: "Email", table.PartPlace: rowfile.FieldPlace, table.PartWhole: rowfile.FieldAddress}

var placeFields = rowfile.Address{Name: "Name", Street: "Street", Street2: "Street2", City: "City", State: "State", Zip: "Zip", Country: "Country"}

// What other systems call those whom freight goes to or comes from.
const (
	customerWords = "default address; customer; client; account; cliente; kunde; kunden; clientes; comprador; buyer; sold to; sold to party; consignee; ship to; ship to party; delivery; destinatario; destinataire; empfanger; warenempfanger"
	vendorWords   = "vendor; supplier; proveedor; fournisseur; lieferant; lieferanten; ship from; remit to; pay to; seller"
	locationWords = "location; site; ubicacion; emplacement; standort; sucursal; succursale; branch; depot; facility; store; shop; tienda; magasin; filiale; warehouse; almacen; bodega; entrepot; lager; plant; planta; usine; werk; terminal; yard; ship to; dc"
	billingWords  = "bill to; bill; billing; invoice; invoice to; facturacion; facturation; rechnung; rechnungs; payer; factura"
)

// codesOf are the titles of a column with the codes of some parties.
func codesOf(words string) string {
	out := []string{"code; no; id; key; ref; reference; external id; account no; short name; search term; abbreviation; matchcode; clave; codigo; kurzname; alias"}
	for w := range strings.SplitSeq(words, ";") {
		w = strings.TrimSpace(w)
		out = append(out, w+" no", w+" id", w+" key", w+" ref")
	}
	return strings.Join(out, "; ")
}

// namesOf are the titles of a column with the names of some parties.
func namesOf(words string) string {
	out := []string{}
	for w := range strings.SplitSeq(words, ";") {
		w = strings.TrimSpace(w)
		out = append(out, w+" name", "name of "+w)
	}
	return strings.Join(out, "; ")
}

func placeTableKind(kind PlaceKind) *table.Kind {
	words := map[PlaceKind]string{PlaceCustomer: customerWords, PlaceVendor: vendorWords, PlaceLocation: locationWords}[kind]
	return table.New(table.Kind{Name: string(kind), Few: 2,
		Fields: []table.Field{
			{Key: "Code", Titles: codesOf(words) + "; debitor; kreditor; cardcode; kunnr; lifnr; entity id; internal id", Coded: words, Shape: table.Accounts}, // "Site" over names is a name
			{Key: "Name", Titles: namesOf(words) + "; legal name; trade name; dba; card name; cardname"},
			{Key: "Contact", Titles: "full name; primary contact; main contact; contact person name; primary contact name"},
			{Key: "Phone", Titles: "phone numbers; main phone; primary phone; office phone; work phone; business phone; default phone", Shape: table.LabelledPhones},
		},
		Parties: []table.Party{
			{Titles: words, Fields: placeParts, Alone: "Name", Confidence: 92, Main: true},
			{Titles: billingWords, Fields: placeParts, Loose: true},
		},
		Nothing: "balance; balance total; open balance; credit limit; terms; payment terms; fax; fax no; website; web site; url; sales rep; salesperson; rep; territory; currency; tax id; tax no; vat no; vat; rfc; ein; resale no; price level; price list; status; active; inactive; created; created date; " +
			"date created; modified; last modified; notes; note; comments; comment; customer type; vendor type; type; class; category; group; customer group; account group; kontengruppe; language; sprache; langue; idioma; latitude; longitude; lat; lng; lon; saldo; limite credito; condiciones pago; vendedor; notas; " +
			"observaciones; encours; conditions paiement; representant; remarques; zahlungsbedingung; ust id nr; steuernummer; bemerkung; vertreter; accepts email marketing; accepts sms marketing; total spent; total orders; tags; tax exempt; line; row; row no",
	})
}

var placeKinds = map[PlaceKind]*table.Kind{PlaceCustomer: placeTableKind(PlaceCustomer), PlaceVendor: placeTableKind(PlaceVendor), PlaceLocation: placeTableKind(PlaceLocation)}

// placeFile has places of a kind come in by a file: each line is a delivery of one address, and is passed over where such a one would be.
func placeFile(a *Area, kind PlaceKind, read, save string) *rowfile.Spec[PlaceReq] {
	return &rowfile.Spec[PlaceReq]{
		Read: read, Save: save, Kind: placeKinds[kind], Right: right.ManageAddresses, Orgs: a.Orgs,
		Order:  []string{"Code", "Name", "Street", "Street2", "City", "State", "Zip", "Country", rowfile.FieldPlace, rowfile.FieldAddress, "Contact", "Phone", "Email"},
		Needed: []string{"Name", "Street", "City", "Zip"},
		Either: [][]string{{"City", rowfile.FieldPlace, rowfile.FieldAddress}, {"Zip", rowfile.FieldPlace, rowfile.FieldAddress}, {"Street", rowfile.FieldAddress}, {"Name", rowfile.FieldAddress}},
		Ids:    []string{"Code"},
		Find: func(ctx context.Context, tx *store.Tx, l *rowfile.Line) (f rowfile.Found[PlaceReq], err error) {
			r := PlaceReq{Kind: kind}
			fillPlace(l, &r)
			r.Code = strings.ToUpper(r.Code)
			known, over, err := a.delivered(ctx, tx, r)
			switch {
			case err != nil:
			case over && known.ID == "":
				f.Passed = r.Code
			case over:
				f.Passed = known.Code
			case known.ID != "":
				f.Row, f.Stands = known.PlaceReq, true
			default:
				f.Row = PlaceReq{Kind: kind}
			}
			return f, err
		},
		Fill: fillPlace,
		Key:  func(r *PlaceReq) string { return r.Code },
		Put: func(ctx context.Context, tx *store.Tx, r PlaceReq, _ bool) error {
			_, err := places(a, kind, resource.Paths{}).Save(ctx, tx, r)
			return err
		},
	}
}

const longestCode = 40

// fillPlace lays a line over an address. A system without codes names its customers by name, and so do its orders.
func fillPlace(l *rowfile.Line, r *PlaceReq) {
	l.Reads(placeFields, &r.Name, &r.Street, &r.Street2, &r.City, &r.State, &r.Zip, &r.Country)
	for field, to := range map[string]*string{"Code": &r.Code, "Contact": &r.Contact, "Phone": &r.Phone, "Email": &r.Email} {
		l.Set(field, to)
	}
	r.Phone = table.Unlabelled(r.Phone)
	if !l.Has("Code") && r.Code == "" {
		name := []rune(strings.ToUpper(r.Name))
		r.Code = strings.TrimSpace(string(name[:min(len(name), longestCode)]))
	}
}
