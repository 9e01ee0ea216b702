package file

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Field is what a column holds. The names are paths in an order, as the wire spells them.
type Field string

const (
	FieldNumber      Field = "number"
	FieldWarehouse   Field = "warehouse"
	FieldCustomer    Field = "customer"
	FieldReference1  Field = "references.1"
	FieldReference2  Field = "references.2"
	FieldReference3  Field = "references.3"
	FieldReference4  Field = "references.4"
	FieldReference5  Field = "references.5"
	FieldShipOn      Field = "shipOn"
	FieldDueOn       Field = "dueOn"
	FieldName        Field = "consignee.name"
	FieldStreet      Field = "consignee.street"
	FieldStreet2     Field = "consignee.street2"
	FieldCity        Field = "consignee.city"
	FieldState       Field = "consignee.state"
	FieldZip         Field = "consignee.zip"
	FieldCountry     Field = "consignee.country"
	FieldContact     Field = "consignee.contact"
	FieldPhone       Field = "consignee.phone"
	FieldEmail       Field = "consignee.email"
	FieldCarrier     Field = "carrier"
	FieldTerms       Field = "terms"
	FieldBillName    Field = "billTo.name" // of the third party that pays the freight
	FieldBillStreet  Field = "billTo.street"
	FieldBillStreet2 Field = "billTo.street2"
	FieldBillCity    Field = "billTo.city"
	FieldBillState   Field = "billTo.state"
	FieldBillZip     Field = "billTo.zip"
	FieldBillCountry Field = "billTo.country"
	FieldCode        Field = "item.code"
	FieldDescription Field = "item.description"
	FieldPieces      Field = "item.pieces"
	FieldPackageType Field = "item.packageType"
	FieldPallets     Field = "item.pallets"
	FieldWeight      Field = "item.weight"
	FieldWeightUnit  Field = "item.weightUnit"
	FieldClass       Field = "item.class"
	FieldNmfc        Field = "item.nmfc"
	FieldLength      Field = "item.length"
	FieldWidth       Field = "item.width"
	FieldHeight      Field = "item.height"
	FieldDimUnit     Field = "item.dimUnit"
	FieldHazmat      Field = "item.hazmat"
	FieldLine        Field = "item.line" // of a purchase order; a customer's order is one whole

	fieldReference Field = "references" // any of the five, as they come
)

var referenceFields = []Field{FieldReference1, FieldReference2, FieldReference3, FieldReference4, FieldReference5}

// Fields lists what a column can be, in the order in which a person maps them.
func Fields() []Field {
	return []Field{FieldNumber, FieldWarehouse, FieldCustomer, FieldReference1, FieldReference2, FieldReference3, FieldReference4, FieldReference5,
		FieldShipOn, FieldDueOn, FieldName, FieldStreet, FieldStreet2, FieldCity, FieldState, FieldZip, FieldCountry, FieldContact, FieldPhone, FieldEmail,
		FieldCarrier, FieldTerms, FieldBillName, FieldBillStreet, FieldBillStreet2, FieldBillCity, FieldBillState, FieldBillZip, FieldBillCountry, FieldCode, FieldDescription, FieldPieces, FieldPackageType, FieldPallets, FieldWeight, FieldWeightUnit,
		FieldClass, FieldNmfc, FieldLength, FieldWidth, FieldHeight, FieldDimUnit, FieldHazmat}
}

// Values lists them for the generated types.
func (Field) Values() []string {
	var all []string
	for _, f := range append(Fields(), FieldLine) {
		all = append(all, string(f))
	}
	return all
}

// dictionary is what the headers of one kind of file mean, and what a file of it must tell.
type dictionary struct {
	required     []Field
	synonyms     map[string]Field
	parts        map[string]Field
	partyName    map[string]bool // of a party that is where the goods go, where there is no other
	longSynonyms []synonym
	roles        []roleWord
}

type synonym struct {
	key   string
	field Field
}

type roleWord struct {
	key  string
	role role
}

// header words of the systems we have met, in English, Spanish, French and German. Semicolons separate them.
var known = map[Field]string{
	FieldNumber: "order no; order; so no; so; sales order; sales order no; order ref; ord no; ordno; document no; doc no; delivery order; shipment order; pick ticket; " +
		"pedido; no pedido; pedido no; orden; no orden; orden venta; no orden venta; folio; folio pedido; " +
		"commande; no commande; commande no; cde; no cde; bon commande; " +
		"auftrag; auftrags nr; auftragsnr; auftragsnummer; auftrag nr; belegnummer; beleg nr; kundenauftrag",
	FieldWarehouse: "warehouse; whse; wh; warehouse no; whse no; ship from warehouse; ship from; ship from no; site; plant; facility; dc; distribution center; ship point; shipping point; branch; " +
		"almacen; bodega; no almacen; centro; entrepot; depot; magasin; site expedition; lager; lagerort; werk; versandstelle",
	FieldCustomer: "customer; customer no; cust; cust no; account; account no; sold to; sold to no; sold to name; client; client no; " +
		"cliente; no cliente; kunde; kunden nr; kundennr; kundennummer; auftraggeber",
	fieldReference: "po; po no; purchase order; purchase order no; customer po; customer po no; cust po; cust po no; reference; ref; reference no; ref no; customer reference; customer ref; " +
		"department; dept; store no; job; job no; project; release; release no; load no; " +
		"orden compra; no orden compra; oc; referencia; su referencia; reference client; ref client; no commande client; votre reference; " +
		"referenz; bestellung; bestellnummer; bestell nr; bestellnr; ihre referenz; kundenreferenz",
	FieldReference1: "reference 1; ref 1; referencia 1; referenz 1", FieldReference2: "reference 2; ref 2; referencia 2; referenz 2",
	FieldReference3: "reference 3; ref 3; referencia 3; referenz 3", FieldReference4: "reference 4; ref 4; referencia 4; referenz 4",
	FieldReference5: "reference 5; ref 5; referencia 5; referenz 5",
	FieldShipOn: "ship date; ship on; shipping date; shipped date; requested ship date; req ship date; planned ship date; ship by; pickup date; pick up date; dispatch date; shipdate; " +
		"fecha envio; fecha embarque; fecha salida; fecha despacho; fecha recoleccion; date expedition; date envoi; date enlevement; date depart; " +
		"versanddatum; versand am; versandtermin; abholdatum; warenausgangsdatum; warenausgang",
	FieldDueOn: "due date; due on; due; delivery date; deliver by; deliver on; required date; req date; requested date; requested delivery date; need by; need by date; must arrive by; mabd; arrive by; promise date; " +
		"fecha entrega; fecha requerida; fecha promesa; date livraison; livraison souhaitee; date livraison souhaitee; date requise; " +
		"lieferdatum; liefertermin; lieferung am; wunschtermin; wunschlieferdatum; anliefertermin",
	FieldCarrier: "carrier; scac; carrier no; carrier name; ship via; via; shipping method; routing; transportista; linea transporte; transporte; paqueteria; " +
		"transporteur; spediteur; spedition; frachtfuhrer; versandart",
	FieldTerms: "terms; freight terms; freight; frt terms; freight charge terms; ppd col; prepaid collect; payment terms; freight payment; " +
		"flete; terminos flete; condiciones flete; condicion flete; pago flete; port; conditions port; conditions transport; paiement port; " +
		"frachtzahler; frankatur; frachtkondition; frachtbedingung; lieferbedingung",
	FieldCode: "item; item no; sku; product; product no; part; part no; material; material no; upc; stock no; item sku; " +
		"articulo; no articulo; clave; clave producto; producto; no producto; article; no article; article no; ref article; reference article; produit; no produit; " +
		"artikel; artikel nr; artikelnr; artikelnummer; materialnummer; material nr",
	FieldDescription: "description; item description; product description; desc; item desc; commodity; commodity description; goods; contents; item name; product name; " +
		"descripcion; descripcion articulo; descripcion producto; mercancia; designation; libelle; description article; designation article; marchandise; " +
		"bezeichnung; artikelbezeichnung; beschreibung; warenbezeichnung; artikeltext",
	FieldPieces: "qty; quantity; pieces; pcs; order qty; ordered qty; qty ordered; ship qty; qty shipped; shipped qty; qty to ship; cartons; cases; ctns; units; packages; pkgs; total pieces; no packages; no cartons; " +
		"cantidad; cant; piezas; bultos; cajas; no bultos; quantite; qte; colis; nb colis; nombre colis; pieces commandees; " +
		"menge; anzahl; stuck; stuckzahl; bestellmenge; liefermenge; kolli; packstucke; anzahl packstucke",
	FieldPackageType: "package type; pkg type; packaging; pack type; packaging type; uom; unit measure; qty uom; container type; um; " +
		"tipo bulto; embalaje; empaque; tipo empaque; unidad medida; type colis; emballage; type emballage; conditionnement; " +
		"verpackung; verpackungsart; packmittel; mengeneinheit",
	FieldPallets: "pallets; pallet; plts; plt; pallet qty; pallet count; no pallets; skids; skid count; handling units; total pallets; " +
		"tarimas; paletas; palets; no tarimas; palettes; nb palettes; nombre palettes; no palettes; paletten; anzahl paletten; palettenanzahl; stellplatze",
	FieldWeight: "weight; gross weight; gross wt; wt; total weight; total wt; ship weight; shipping weight; line weight; actual weight; weight gross; " +
		"peso; peso bruto; peso total; poids; poids brut; poids total; gewicht; bruttogewicht; gesamtgewicht; gewicht brutto",
	FieldWeightUnit: "weight unit; weight uom; wt uom; wt unit; unit weight uom; unidad peso; um peso; unite poids; gewichtseinheit",
	FieldClass:      "class; freight class; nmfc class; frt class; ltl class; clase; clase flete; clase carga; classe; classe fret; classe transport; frachtklasse; klasse",
	FieldNmfc:       "nmfc; nmfc no; nmfc item; nmfc item no",
	FieldLength:     "length; l; len; largo; longitud; longueur; long; lange; laenge",
	FieldWidth:      "width; w; ancho; anchura; largeur; larg; breite",
	FieldHeight:     "height; h; ht; alto; altura; hauteur; haut; hohe; hoehe",
	FieldDimUnit:    "dim unit; dim uom; dimension unit; dims uom; unidad medidas; unidad dimension; unite dimension; unite dimensions; masseinheit",
	FieldHazmat: "un; un no; hazmat; hazmat no; hazmat un; hazmat un no; haz; hazardous; dangerous goods; dg un no; " +
		"onu; no onu; un onu; material peligroso; no un; matiere dangereuse; no onu matiere; gefahrgut; gefahrgut un; un nummer",
}

// partWords are the parts of an address; with "ship to" in front of them they are certain.
var partWords = map[Field]string{
	FieldName:    "name; company; company name; name 1; nombre; razon social; empresa; nom; societe; raison sociale; firma; firmenname; consignee name",
	FieldStreet:  "address; street; address 1; addr; addr 1; address line 1; street address; street 1; add 1; direccion; direccion 1; calle; domicilio; adresse; adresse 1; rue; strasse; str; strasse hausnummer; anschrift",
	FieldStreet2: "address 2; addr 2; address line 2; street 2; suite; unit; add 2; direccion 2; colonia; adresse 2; complement adresse; complement; adresszusatz; zusatz; name 2",
	FieldCity:    "city; town; ciudad; poblacion; localidad; municipio; ville; localite; stadt; ort",
	FieldState:   "state; st; province; state province; prov; region; estado; provincia; edo; etat; etat province; bundesland; bundesstaat; staat",
	FieldZip:     "zip; zip code; postal code; postcode; post code; zip postal; zip postal code; postal; codigo postal; cp; c p; code postal; plz; postleitzahl",
	FieldCountry: "country; country code; ctry; pais; pays; land",
	FieldContact: "contact; contact name; attention; attn; contacto; atencion; contact nom; ansprechpartner; kontakt; zu handen; z hd",
	FieldPhone:   "phone; telephone; tel; phone no; contact phone; mobile; telefono; movil; celular; telefon; telephone no; telefon nr",
	FieldEmail:   "email; e mail; mail; contact email; email address; correo; correo electronico; courriel; adresse email; e mail adresse",
}

type role int

const (
	roleConsignee role = iota + 1
	roleCustomer
	roleBillTo
	roleOther
)

// billed are the parts of the address that the freight is billed to; who is called there is not kept.
var billed = map[Field]Field{FieldName: FieldBillName, FieldStreet: FieldBillStreet, FieldStreet2: FieldBillStreet2, FieldCity: FieldBillCity, FieldState: FieldBillState, FieldZip: FieldBillZip,
	FieldCountry: FieldBillCountry}

var billFields = slices.Collect(maps.Values(billed))

var roleWords = map[role]string{
	roleConsignee: "ship to; shipto; consignee; cnee; deliver to; delivery; dest; destination; receiver; recipient; destinatario; consignatario; entrega; entregar; enviar; envio; destino; " +
		"destinataire; livraison; livrer; livre; empfanger; lieferung; lieferadresse; warenempfanger; lieferanschrift; liefer; lieferort",
	roleCustomer: "customer; cust; client; cliente; kunde; kunden",
	roleBillTo: "bill to; billto; bill freight to; freight bill to; freight payer; payer; third party; 3rd party; " +
		"facturar; facturar flete; pagador; pagador flete; tercero; facturer; facturer fret; payeur; payeur fret; tiers payeur; rechnung; rechnungs; frachtzahler",
	roleOther: "sold to; soldto; invoice; invoice to; shipper; ship from; from; origin; sender; vendor; supplier; " +
		"facturacion; remitente; origen; proveedor; facturation; expediteur; fournisseur; origine; absender; lieferant",
}

// orders are what customers want shipped; purchases what vendors ship to us.
var orders, purchases *dictionary

// sameWord brings words that differ by language or habit alone to one; an empty one is left out.
var sameWord = map[string]string{}

func init() {
	for _, w := range strings.Fields("number nr num numero nbr nummer n nos id code codigo cod numer") {
		sameWord[w] = "no"
	}
	for _, w := range strings.Fields("de du des la le les d del el los las of the der die das dem den para por a au aux et y und and pour per") {
		sameWord[w] = ""
	}
	orders = newDictionary(known, roleWords, "customer; customer name; cust name; client; client name; nom client; cliente; nombre cliente; kunde; kundenname")
	orders.required = []Field{FieldNumber, FieldWarehouse, FieldShipOn, FieldName, FieldStreet, FieldCity, FieldState, FieldZip, FieldWeight}
	purchases = newDictionary(purchaseWords(), purchaseRoles, "")
	purchases.required = []Field{FieldNumber, FieldWarehouse, FieldName, FieldStreet, FieldCity, FieldState, FieldZip, FieldPieces}
}

func words(list string) (keys []string) {
	for w := range strings.SplitSeq(list, ";") {
		if key := normal(strings.TrimSpace(w)); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

func newDictionary(known map[Field]string, byRole map[role]string, partyName string) *dictionary {
	d := &dictionary{synonyms: map[string]Field{}, parts: map[string]Field{}, partyName: map[string]bool{}}
	for f, list := range known {
		for _, key := range words(list) {
			d.synonyms[key] = f
			if strings.Contains(key, " ") || len(key) > 7 {
				d.longSynonyms = append(d.longSynonyms, synonym{key, f})
			}
		}
	}
	// Long keys first, and equal ones by the alphabet: the proposal must not depend on the order of a map.
	slices.SortFunc(d.longSynonyms, func(a, b synonym) int { return cmp.Or(len(b.key)-len(a.key), strings.Compare(a.key, b.key)) })
	for f, list := range partWords {
		for _, key := range words(list) {
			d.parts[key] = f
		}
	}
	for r, list := range byRole {
		for _, key := range words(list) {
			d.roles = append(d.roles, roleWord{key, r})
		}
	}
	slices.SortFunc(d.roles, func(a, b roleWord) int { return cmp.Or(len(b.key)-len(a.key), strings.Compare(a.key, b.key)) })
	for _, key := range words(partyName) {
		d.partyName[key] = true
	}
	return d
}

// weightUnits and dimUnits are the product's units and what files call them. Ounces, grams and short tons are not among the
// product's units: a wrong guess would be off by a factor, so they are reported.
var (
	weightUnits = map[string]string{"lb": "lb", "lbs": "lb", "pound": "lb", "pounds": "lb", "libra": "lb", "libras": "lb", "livre": "lb", "livres": "lb", "#": "lb",
		"kg": "kg", "kgs": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg", "kilogramo": "kg", "kilogramos": "kg", "kilogramme": "kg", "kilogrammes": "kg", "kilogramm": "kg",
		"mt": "mt", "tonne": "mt", "tonnes": "mt", "metric ton": "mt", "metric tons": "mt"}
	dimUnits = map[string]string{"in": "in", "inch": "in", "inches": "in", "\"": "in", "pulgada": "in", "pulgadas": "in", "pouce": "in", "pouces": "in", "zoll": "in",
		"cm": "cm", "ft": "ft", "foot": "ft", "feet": "ft", "'": "ft", "pie": "ft", "pies": "ft", "pied": "ft", "pieds": "ft", "m": "m", "meter": "m", "meters": "m", "metro": "m", "metros": "m", "metre": "m", "metres": "m"}
	termsWords = map[string]string{"p": "P", "ppd": "P", "prepaid": "P", "pp": "P", "pre paid": "P", "prepaid and add": "P", "pagado": "P", "prepagado": "P", "port paye": "P", "paye": "P", "franco": "P", "frei haus": "P", "frei": "P", "prepaye": "P",
		"c": "C", "col": "C", "coll": "C", "collect": "C", "cc": "C", "por cobrar": "C", "cobrar": "C", "port du": "C", "du": "C", "unfrei": "C", "ab werk": "C",
		"t": "T", "3rd party": "T", "third party": "T", "3p": "T", "tp": "T", "third": "T", "3rd": "T", "tercero": "T", "terceros": "T", "tiers": "T", "dritter": "T", "dritte": "T"}
	packageTypes = map[string]string{"bag": "BAG", "bags": "BAG", "sack": "BAG", "saco": "BAG", "sacos": "BAG", "sac": "BAG", "box": "BOX", "boxes": "BOX", "bx": "BOX", "caja": "BOX", "cajas": "BOX", "boite": "BOX",
		"carton": "CTN", "cartons": "CTN", "ctn": "CTN", "ctns": "CTN", "karton": "CTN", "kartons": "CTN", "case": "CAS", "cases": "CAS", "cs": "CAS", "crate": "CRT", "crates": "CRT", "crt": "CRT", "kiste": "CRT", "kisten": "CRT", "caisse": "CRT", "caisses": "CRT",
		"drum": "DRM", "drums": "DRM", "dr": "DRM", "drm": "DRM", "tambor": "DRM", "tambores": "DRM", "fut": "DRM", "futs": "DRM", "fass": "DRM", "gaylord": "GLD", "gaylords": "GLD", "pail": "PAL", "pails": "PAL", "cubeta": "PAL", "cubetas": "PAL", "seau": "PAL", "seaux": "PAL", "eimer": "PAL",
		"pallet": "PAT", "pallets": "PAT", "plt": "PAT", "palette": "PAT", "palettes": "PAT", "tarima": "PAT", "tarimas": "PAT", "skid": "SKD", "skids": "SKD",
		"piece": "PCS", "pieces": "PCS", "pcs": "PCS", "pc": "PCS", "pza": "PCS", "pieza": "PCS", "piezas": "PCS", "stk": "PCS", "stuck": "PCS", "ea": "PCS", "each": "PCS", "roll": "ROL", "rolls": "ROL", "rollo": "ROL", "rollos": "ROL", "rouleau": "ROL", "rouleaux": "ROL", "rolle": "ROL", "rollen": "ROL",
		"envelope": "ENV", "bulk": "DBK", "tote": "TBN", "totes": "TBN", "bundle": "BDL", "bundles": "BDL"}
	countryWords = map[string]string{"us": "US", "usa": "US", "united states": "US", "united states america": "US", "estados unidos": "US", "ee uu": "US", "eua": "US", "etats unis": "US", "etats unis amerique": "US", "vereinigte staaten": "US",
		"ca": "CA", "can": "CA", "canada": "CA", "kanada": "CA", "mx": "MX", "mex": "MX", "mexico": "MX", "mexique": "MX", "mexiko": "MX"}
	totalWords = map[string]bool{"total": true, "totals": true, "grand total": true, "subtotal": true, "sub total": true, "total general": true, "totales": true, "suma": true, "totaux": true, "somme": true,
		"summe": true, "gesamt": true, "gesamtsumme": true, "sum": true, "end report": true, "fin reporte": true, "total orders": true, "total no orders": true}
)
