package order

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"lading/server/kit/fail"
	"lading/server/kit/freight"
	"lading/server/kit/right"
	"lading/server/kit/rule"
	"lading/server/kit/sheet"
	"lading/server/kit/table"
	"lading/server/op"
	"lading/server/order/file"
	"lading/server/rowfile"
	"lading/server/store"
)

// itemHead are the columns of an item file as it goes out; it comes in by these, too.
var itemHead = []string{"Item code", "Customer", "Description", "Package type", "Class", "NMFC", "Weight", "Weight unit", "Length", "Width", "Height", "Size unit", "Stackable", "UN number", "Proper shipping name", "Hazard class", "Packing group", "Emergency phone"}

// ItemFile writes the item master as a spreadsheet.
func (a *Area) ItemFile(ctx context.Context, c *op.Call, _ op.None) (op.Download, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.Download{}, err
	}
	t := sheet.Table{Name: "Items", Head: itemHead}
	err = db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) error {
		list, err := catalogue(ctx, tx)
		for _, it := range list {
			t.Rows = append(t.Rows, it.row())
		}
		return err
	})
	if err != nil {
		return op.Download{}, err
	}
	var out bytes.Buffer
	err = sheet.WriteXLSX(&out, []sheet.Table{t})
	return op.Download{Name: "items.xlsx", Type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Body: &out}, err
}

func (it *CatalogueItem) row() []string {
	bare := func(m freight.Measure) string {
		if m.Milli == 0 {
			return ""
		}
		return strconv.FormatFloat(float64(m.Milli)/1000, 'f', -1, 64)
	}
	h := it.Hazmat.V
	if h == nil {
		h = &freight.Hazmat{}
	}
	stack := ""
	if it.Stackable {
		stack = "yes"
	}
	return []string{it.Code, it.Customer, it.Description, it.PackageType, it.Class, it.NMFC, bare(it.Weight.V), it.Weight.V.Unit, bare(it.Length.V), bare(it.Width.V), bare(it.Height.V), it.Length.V.Unit, stack, h.UN, h.ProperName, h.Class, h.PackingGroup, h.EmergencyPhone}
}

var itemKind = table.New(table.Kind{Name: "item", Few: 2,
	Fields: []table.Field{
		{Key: "ItemCode", Titles: "item code; item; item no; sku; sku no; product code; product no; product; part no; part; material; material no; article; article no; stock code; item sku; variant sku; code; no; style; upc; ean; gtin; model; model no; internal reference; reference; default code; " +
			"codigo; codigo articulo; articulo; clave; clave articulo; clave producto; producto; code article; reference article; code produit; artikel; artikelnummer; materialnummer; matnr; itemcode; handle", Shape: table.Ids},
		{Key: "Description", Titles: "description; item description; product description; product name; item name; name; title; display name; short description; material description; descripcion; descripcion articulo; nombre; denominacion; designation; libelle; nom; nom produit; bezeichnung; artikelbezeichnung; " +
			"artikelname; kurztext; benennung; maktx; sales description; bol description; commodity; commodity description", Lesser: "description 1; purchase description; long description; desc 1"},
		{Key: "Customer", Titles: "customer; customer no; customer name; client; client no; owner; owner no; account; cliente; codigo cliente; code client; kunde; kundennummer; bound to"},
		{Key: "PackageType", Titles: "package type; package; packaging; packaging type; pkg type; pack type; uom; um; u m; unit measure; unit; units measure; stock unit; sales unit; base unit; stocking unit; selling unit; handling unit; container; unidad; unidad medida; embalaje; tipo embalaje; empaque; unite; " +
			"conditionnement; emballage; type emballage; einheit; mengeneinheit; basismengeneinheit; verpackung; verpackungsart; meins; sales uom; base uom; inventory uom; ship uom; item uom; packaging unit; unite vente", Shape: table.Packings},
		{Key: "ItemClass", Titles: "class; freight class; ltl class; nmfc class; item class; shipping class; freight classification; clase; clase flete; clase carga; classe; classe fret; frachtklasse; klasse; nmfc freight class", Shape: table.Classes},
		{Key: "NMFCCode", Titles: "nmfc; nmfc no; nmfc item; nmfc item no; nmfc code sub; nmfc sub; nmfc code", Shape: table.NMFCs},
		{Key: "Weight", Titles: "weight; unit weight; item weight; weight each; gross weight; gross wt; shipping weight; ship weight; unit gross weight; package weight; piece weight; case weight; carton weight; peso; peso bruto; peso unitario; poids; poids brut; poids unitaire; " +
			"gewicht; bruttogewicht; variant grams; brgew; weight value", Lesser: "net weight; peso neto; poids net; nettogewicht; ntgew", Shape: table.Numbers},
		{Key: "WeightUnit", Titles: "weight unit; weight uom; weight units; wt unit; wt uom; unidad peso; unite poids; gewichtseinheit; gewei; variant weight unit; weight unit measure", Shape: table.Weighs},
		{Key: "Length", Titles: "length; unit length; item length; package length; carton length; shipping length; largo; longitud; longueur; lange; laenge; l; laeng; depth; profundidad; tiefe; profondeur", Shape: table.Numbers},
		{Key: "Width", Titles: "width; unit width; item width; package width; carton width; shipping width; ancho; anchura; largeur; breite; breit; w", Shape: table.Numbers},
		{Key: "Height", Titles: "height; unit height; item height; package height; carton height; shipping height; alto; altura; hauteur; hohe; hoehe; hoeh; h", Shape: table.Numbers},
		{Key: "SizeUnit", Titles: "size unit; dimension unit; dim unit; dims uom; dimensions unit; dimension uom; length unit; length uom; dim uom; unidad dimension; unidad medida dimensiones; unite dimension; masseinheit; meabm; size uom", Shape: table.Lengths},
		{Key: "Dimensions", Titles: "dimensions; dims; lxwxh; l x w x h; size; package dimensions; dimensiones; medidas; abmessungen; masse; carton size; case dimensions", Shape: table.Boxes},
		{Key: "Stackableitemflag", Titles: "stackable; stack; can stack; is stackable; apilable; estibable; gerbable; empilable; stapelbar", Shape: table.YesNo},
		{Key: "HazmatDetails.un", Titles: "un; un no; un number; un id; un na; un na no; hazmat un; hazmat no; hazmat un no; onu; numero onu; no onu; numero un; un nummer; identification no; dg un no", Shape: table.UNs},
		{Key: "HazmatDetails.properName", Titles: "proper shipping name; shipping name; psn; hazmat name; hazmat description; hazmat proper shipping name; dg name; nombre embarque; nombre apropiado embarque; designation officielle transport; offizielle benennung"},
		{Key: "HazmatDetails.class", Titles: "hazard class; hazmat class; hazard class division; dg class; haz class; imo class; adr class; clase peligro; clase riesgo; classe danger; gefahrklasse; gefahrgutklasse"},
		{Key: "HazmatDetails.packingGroup", Titles: "packing group; pg; hazmat packing group; pack group; grupo embalaje; groupe emballage; verpackungsgruppe"},
		{Key: "HazmatDetails.emergencyPhone", Titles: "emergency phone; emergency contact; emergency telephone; emergency no; emergency response phone; telefono emergencia; telephone urgence; notrufnummer; notruf", Shape: table.Phones},
		{Key: "Hazmat", Titles: "hazmat; hazardous; is hazmat; dangerous goods; hm; dg; hazmat flag; hazardous flag; peligroso; material peligroso; dangereux; matiere dangereuse; gefahrgut", Shape: table.YesNo},
	},
	Nothing: "price; unit price; sales price; list price; cost; unit cost; standard cost; retail price; msrp; precio; prix; preis; qty on hand; on hand; quantity on hand; qty; available; stock; existencia; inventory; reorder point; min; max; category; product category; item category; item group; group; familia; " +
		"famille; warengruppe; vendor; supplier; proveedor; fournisseur; lieferant; brand; marca; manufacturer; status; active; inactive; item type; product type; type; tax code; taxable; income account; asset account; cogs account; barcode type; image; image src; tags; published; created; modified; " +
		"last modified; notes; comments; country origin; hs code; hts; harmonized code; commodity code; volume; cube; cubic feet; pieces per pallet; pallet qty; ti; hi; ti hi; case pack; pack size; units per case; warehouse; location; bin; line; row; currency; lot tracked; serial tracked; option 1 name; option 1 value",
})

// itemFile has items come in by a file. One with a customer is bound to that customer's orders; an item that is there already is known by its code and customer.
func itemFile(a *Area, also func(l *rowfile.Line, f *ItemFields)) *rowfile.Spec[ItemFields] {
	return &rowfile.Spec[ItemFields]{
		Read: "Order/ReadItemFile", Save: "Order/SaveItemFile", Kind: itemKind, Right: right.ManageItems, Orgs: a.Orgs,
		Order: []string{"ItemCode", "Description", "Customer", "PackageType", "ItemClass", "NMFCCode", "Weight", "WeightUnit", "Length", "Width", "Height", "SizeUnit", "Dimensions", "Stackableitemflag", "Hazmat",
			"HazmatDetails.un", "HazmatDetails.properName", "HazmatDetails.class", "HazmatDetails.packingGroup", "HazmatDetails.emergencyPhone"},
		Needed: []string{"ItemCode", "Description"}, Ids: []string{"ItemCode"}, Numbers: []string{"Weight", "Length", "Width", "Height"},
		Choices: func(context.Context, *store.Tx) (map[string][]rowfile.Choice, error) {
			types := []rowfile.Choice{}
			for _, code := range file.PackageTypes() {
				types = append(types, rowfile.Choice{Value: code, Label: code})
			}
			return map[string][]rowfile.Choice{"PackageType": types}, nil
		},
		Find: func(ctx context.Context, tx *store.Tx, l *rowfile.Line) (f rowfile.Found[ItemFields], err error) {
			customer, err := a.Parties.Standing(ctx, tx, l.Text("Customer"))
			if err != nil {
				return f, err
			}
			was, ok, err := commonItem(ctx, tx, customer, l.Text("ItemCode"))
			f.Row, f.Stands = was.fields(), ok
			if !ok {
				f.Row.Customer = customer
			}
			return f, err
		},
		Fill: func(l *rowfile.Line, f *ItemFields) {
			fillItem(l, f)
			if also != nil {
				also(l, f)
			}
			l.Judge(f.check())
		},
		Key: func(f *ItemFields) string { return f.Customer + "\x00" + f.Code },
		Put: a.putItemOfFile,
	}
}

func commonItem(ctx context.Context, tx *store.Tx, customer, code string) (CatalogueItem, bool, error) {
	return store.Get[CatalogueItem](ctx, tx, `SELECT * FROM order_item WHERE owner = '' AND customer = ? AND code = ?`, customer, code)
}

func (it *CatalogueItem) fields() ItemFields {
	return ItemFields{Code: it.Code, Customer: it.Customer, Description: it.Description, PackageType: it.PackageType, Class: it.Class, NMFC: it.NMFC, Weight: it.Weight.V, Length: it.Length.V, Width: it.Width.V, Height: it.Height.V, Stackable: it.Stackable, Hazmat: it.Hazmat.V}
}

// fillItem lays a line over an item.
func fillItem(l *rowfile.Line, f *ItemFields) {
	for field, to := range map[string]*string{"ItemCode": &f.Code, "Description": &f.Description} {
		l.Set(field, to)
	}
	if t := l.Choice("PackageType", file.PackageType); t != "" {
		f.PackageType = t
	}
	if s := l.Text("ItemClass"); s != "" {
		f.Class = s
		if class, ok := table.Class(s); ok {
			f.Class = class
		}
	}
	l.Set("NMFCCode", &f.NMFC)
	for field, to := range map[string]*freight.Measure{"Length": &f.Length, "Width": &f.Width, "Height": &f.Height} {
		if m := l.Measure(field, "SizeUnit", true); m.Milli > 0 {
			*to = m
		}
	}
	if sides, ok := l.Box("Dimensions", "SizeUnit"); ok {
		f.Length, f.Width, f.Height = sides[0], sides[1], sides[2]
	}
	weight := l.Measure
	if table.Normal(l.Title("Weight")) == "variant grams" { // of Shopify; the unit beside it is the one that the shop shows
		weight = func(field, _ string, _ bool) freight.Measure { return l.Grams(field) }
	}
	if m := weight("Weight", "WeightUnit", false); m.Milli > 0 {
		f.Weight = m
	}
	if l.Has("Stackableitemflag") {
		f.Stackable = l.Flag("Stackableitemflag")
	}
	fillHazmat(l, f)
}

// fillHazmat lays what a line tells of a hazardous material over an item's. Only a "no" takes away what is there: many lists know nothing of it, and one number's name
// and class are never another's.
func fillHazmat(l *rowfile.Line, f *ItemFields) {
	said := func(part string) string {
		s := l.Text("HazmatDetails." + part)
		if yes, ok := table.Flag(s); ok && !yes { // "N/A", "none", "-"
			return ""
		}
		return s
	}
	hazardous := l.Flag("Hazmat")
	harmless := !hazardous && l.Text("Hazmat") != ""
	un := rule.UNOf(said("un"))
	if un == "" {
		switch {
		case said("properName") != "" || said("class") != "" || said("packingGroup") != "" || said("emergencyPhone") != "" && f.Hazmat == nil && !harmless:
			l.Refuse("HazmatDetails.un", "field-required")
		case harmless:
			f.Hazmat = nil
		case hazardous && f.Hazmat == nil:
			l.Refuse("Hazmat", "order-hazmat-number")
		case f.Hazmat != nil && said("emergencyPhone") != "":
			h := *f.Hazmat // a new one: what was there stays as it is, to be compared
			h.EmergencyPhone = said("emergencyPhone")
			f.Hazmat = &h
		}
		return
	}
	h := freight.Hazmat{}
	if f.Hazmat != nil && f.Hazmat.UN == un {
		h = *f.Hazmat
	}
	h.UN = un
	for part, to := range map[string]*string{"properName": &h.ProperName, "class": &h.Class, "packingGroup": &h.PackingGroup, "emergencyPhone": &h.EmergencyPhone} {
		if l.Has("HazmatDetails." + part) {
			*to = said(part)
		}
	}
	h.PackingGroup = strings.TrimPrefix(strings.ToUpper(h.PackingGroup), "PG ")
	f.Hazmat = &h
}

// putItemOfFile adds an item, or brings the one that is there up to the file.
func (a *Area) putItemOfFile(ctx context.Context, tx *store.Tx, f ItemFields, _ bool) error {
	unknown, err := a.UnknownNMFC(ctx, tx, []string{f.NMFC})
	if err != nil {
		return err
	}
	if len(unknown) > 0 {
		return fail.Invalid(fail.Of("NMFCCode", "nmfc-unknown", "value", f.NMFC))
	}
	if f.Customer, err = a.Parties.Standing(ctx, tx, f.Customer); err != nil {
		return err
	}
	was, ok, err := commonItem(ctx, tx, f.Customer, f.Code)
	if err != nil {
		return err
	}
	if !ok {
		_, err = addItem(ctx, tx, "", f, "")
		return err
	}
	it := was
	it.fill(tx, f)
	return store.Change(ctx, tx, "order_item", "id", was, it)
}

// InsertReq says what happens to an item that is there already.
type InsertReq struct {
	Flag     string `json:"flag" validate:"omitempty,oneof=add update"` // add leaves what is there alone
	Customer string `json:"Customer" validate:"max=80"`                 // of bound items, where the file has no such column
}

// InsertResp is what came of a file. Rows with a mistake are named and left out; the others are in.
type InsertResp struct {
	Added   int       `json:"Added"`
	Changed int       `json:"Changed"`
	Kept    int       `json:"Kept"` // there already
	Errors  []RowFail `json:"Errors"`
}

// RowFail is what is wrong with one row of a file.
type RowFail struct {
	Row    int            `json:"row"`
	Field  string         `json:"field"`
	Code   string         `json:"code"`
	Params map[string]any `json:"params"`
}

// InsertItems loads common items from a file whose columns need no question, as a program sends it.
func (a *Area) InsertItems(ctx context.Context, c *op.Call, req InsertReq) (InsertResp, error) {
	req.Customer = "" // of bound items alone
	return a.insertItems(ctx, c, req, func(l *rowfile.Line, f *ItemFields) {
		if f.Customer != "" {
			l.Refuse("Customer", "item-bound")
		}
	})
}

// InsertBoundItems loads items that are bound to a customer each.
func (a *Area) InsertBoundItems(ctx context.Context, c *op.Call, req InsertReq) (InsertResp, error) {
	return a.insertItems(ctx, c, req, func(l *rowfile.Line, f *ItemFields) {
		if f.Customer == "" {
			l.Refuse("Customer", "field-required")
		}
	})
}

func (a *Area) insertItems(ctx context.Context, c *op.Call, req InsertReq, also func(l *rowfile.Line, f *ItemFields)) (InsertResp, error) {
	r := InsertResp{Errors: []RowFail{}}
	s := itemFile(a, also)
	s.Defaults = map[string]string{"Customer": req.Customer}
	err := s.Insert(ctx, c, req.Flag != "update", "item-file-head", &r, func(t rowfile.Table) {
		r.Added, r.Changed, r.Kept = t.Counts.New, t.Counts.Changed, t.Counts.Same+t.Counts.Kept
		for _, row := range t.Rows {
			for _, e := range row.Errors {
				r.Errors = append(r.Errors, RowFail{Row: e.Row, Field: e.Field, Code: e.Code, Params: e.Params})
			}
		}
	})
	if e, ok := fail.As(err); ok && e.Code == "item-file-head" {
		err = fail.New(422, e.Code, "columns", strings.Join(itemHead, ", "))
	}
	return r, err
}
