package file

import (
	"maps"
	"slices"

	"lading/server/kit/table"
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

	// What some files tell in one column, or otherwise than an order keeps it.
	FieldPlace       Field = "consignee.place"   // city, state and ZIP code
	FieldAddress     Field = "consignee.address" // all of it
	FieldFirst       Field = "consignee.first"   // a person's names apart
	FieldLast        Field = "consignee.last"
	FieldBox         Field = "item.box"        // 48x40x60
	FieldWeightEach  Field = "item.weightEach" // of one piece
	FieldWeightOrder Field = "weight"          // of the whole order
	FieldHazmatFlag  Field = "item.hazmatFlag" // yes or no, which asks for the number

	fieldReference Field = "references" // any of the five, as they come
)

var referenceFields = []Field{FieldReference1, FieldReference2, FieldReference3, FieldReference4, FieldReference5}

// Fields lists what a column can be, in the order in which a person maps them.
func Fields() []Field {
	return []Field{FieldNumber, FieldWarehouse, FieldCustomer, FieldReference1, FieldReference2, FieldReference3, FieldReference4, FieldReference5,
		FieldShipOn, FieldDueOn, FieldName, FieldStreet, FieldStreet2, FieldCity, FieldState, FieldZip, FieldCountry, FieldContact, FieldPhone, FieldEmail,
		FieldCarrier, FieldTerms, FieldBillName, FieldBillStreet, FieldBillStreet2, FieldBillCity, FieldBillState, FieldBillZip, FieldBillCountry, FieldCode, FieldDescription, FieldPieces, FieldPackageType, FieldPallets, FieldWeight, FieldWeightUnit,
		FieldWeightEach, FieldWeightOrder, FieldClass, FieldNmfc, FieldLength, FieldWidth, FieldHeight, FieldBox, FieldDimUnit, FieldHazmat, FieldHazmatFlag, FieldPlace, FieldAddress, FieldFirst, FieldLast}
}

// Values lists them for the generated types.
func (Field) Values() []string {
	var all []string
	for _, f := range append(Fields(), FieldLine) {
		all = append(all, string(f))
	}
	return all
}

// header words of the systems we have met, in English, Spanish, French and German. Semicolons separate them.
var known = map[Field]string{
	FieldNumber: "order no; order; so no; so; sales order; sales order no; order ref; ord no; ordno; document no; doc no; delivery order; shipment order; pick ticket; " +
		"pedido; no pedido; pedido no; orden; no orden; orden venta; no orden venta; folio; folio pedido; " +
		"commande; no commande; commande no; cde; no cde; bon commande; " +
		"auftrag; auftrags nr; auftragsnr; auftragsnummer; auftrag nr; belegnummer; beleg nr; kundenauftrag",
	FieldWarehouse: "warehouse; whse; wh; warehouse no; whse no; ship from warehouse; ship from; ship from no; plant; facility; dc; distribution center; ship point; shipping point; branch; " +
		"almacen; bodega; no almacen; centro; entrepot; depot; magasin; site expedition; lager; lagerort; werk; versandstelle",
	FieldCustomer: "customer no; account; account no; sold to; sold to no; sold to name; sold to customer; client no; " +
		"no cliente; kunden nr; kundennr; kundennummer; auftraggeber",
	fieldReference: "po; po no; po check no; p o no; purchase order; purchase order no; customer po; customer po no; cust po; cust po no; reference; ref; reference no; ref no; customer reference; customer ref; " +
		"requisition; requisition no; customer requisition; o c cliente; oc cliente; department; dept; store no; job; job no; project; release; release no; load no; " +
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
	FieldTerms: "terms; freight terms; freight; frt terms; freight charge terms; ppd col; prepaid collect; freight payment; " +
		"flete; terminos flete; condiciones flete; condicion flete; pago flete; port; conditions port; conditions transport; paiement port; " +
		"frachtzahler; frankatur; frachtkondition; frachtbedingung; lieferbedingung; portes",
	FieldCode: "item; item no; sku; product; product no; part; part no; material; material no; stock no; item sku; " +
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

// roleWords are the parties of an order, in front of or behind the parts of their addresses.
var roleWords = map[role]string{
	roleConsignee: "ship to; ship to party; ship; warenempfangers; shipto; consignee; consignee no; deliver to; delivery; dest; destination; receiver; recipient; shipping; sh to; s to; ship 2; drop ship; receiving; destinatario; consignatario; entrega; entregar; enviar; envio; destino; " +
		"destinataire; livraison; livrer; livre; empfanger; lieferung; lieferadresse; warenempfanger; lieferanschrift; liefer; dropoff; drop off; drop; ship to customer; delivery to; receptor; domicilio entrega; expedition destinataire; client livre; versand an",
	roleCustomer: "customer; client; cliente; kunde; kunden; buyer; acheteur; comprador; ag; dealer; branch customer",
	roleBillTo: "bill to; billto; bill; bill freight to; freight bill to; freight payer; payer; billing; " +
		"facturar; facturar flete; pagador; pagador flete; facturer; facturer fret; payeur; payeur fret; tiers payeur; rechnung; rechnungs; frachtzahler; rechnungsempfanger",
	roleShipper: "shipper; ship from; shipfrom; from; origin; sender; pickup; pick up; pickup from; remitente; origen; recoleccion; expediteur; origine; enlevement; absender; abholung; abgang",
	roleOther:   "sold to; soldto; sell to; invoice; invoice to; vendor; supplier; facturacion; proveedor; facturation; fournisseur; lieferant; broker; notify; notify party; company; our; remit to; store",
}

// The words of values.
var (
	termsWords = map[string]string{"p": "P", "ppd": "P", "prepaid": "P", "pp": "P", "pre paid": "P", "prepaid and add": "P", "pagado": "P", "prepagado": "P", "port paye": "P", "paye": "P", "franco": "P", "frei haus": "P", "frei": "P", "prepaye": "P",
		"c": "C", "col": "C", "coll": "C", "collect": "C", "cc": "C", "por cobrar": "C", "cobrar": "C", "port du": "C", "du": "C", "unfrei": "C", "ab werk": "C",
		"t": "T", "3rd party": "T", "thirdparty": "T", "third party": "T", "3p": "T", "tp": "T", "third": "T", "3rd": "T", "tercero": "T", "terceros": "T", "tiers": "T", "dritter": "T", "dritte": "T"}
	packageTypes = map[string]string{"bag": "BAG", "bags": "BAG", "sack": "BAG", "saco": "BAG", "sacos": "BAG", "sac": "BAG", "box": "BOX", "boxes": "BOX", "bx": "BOX", "caja": "BOX", "cajas": "BOX", "boite": "BOX",
		"carton": "CTN", "cartons": "CTN", "ctn": "CTN", "ctns": "CTN", "karton": "CTN", "kartons": "CTN", "case": "CAS", "cases": "CAS", "cs": "CAS", "crate": "CRT", "crates": "CRT", "crt": "CRT", "kiste": "CRT", "kisten": "CRT", "caisse": "CRT", "caisses": "CRT",
		"drum": "DRM", "drums": "DRM", "dr": "DRM", "drm": "DRM", "tambor": "DRM", "tambores": "DRM", "fut": "DRM", "futs": "DRM", "fass": "DRM", "gaylord": "GLD", "gaylords": "GLD", "pail": "PAL", "pails": "PAL", "cubeta": "PAL", "cubetas": "PAL", "seau": "PAL", "seaux": "PAL", "eimer": "PAL",
		"pallet": "PAT", "pallets": "PAT", "plt": "PAT", "palette": "PAT", "palettes": "PAT", "tarima": "PAT", "tarimas": "PAT", "skid": "SKD", "skids": "SKD",
		"piece": "PCS", "pieces": "PCS", "pcs": "PCS", "pc": "PCS", "pza": "PCS", "pieza": "PCS", "piezas": "PCS", "stk": "PCS", "stuck": "PCS", "ea": "PCS", "each": "PCS", "roll": "ROL", "rolls": "ROL", "rollo": "ROL", "rollos": "ROL", "rouleau": "ROL", "rouleaux": "ROL", "rolle": "ROL", "rollen": "ROL",
		"envelope": "ENV", "bulk": "DBK", "tote": "TBN", "totes": "TBN", "bundle": "BDL", "bundles": "BDL"}
)

// PackageType is the code of what a file calls a kind of package.
func PackageType(word string) (code string, ok bool) {
	code, ok = packageTypes[table.Normal(word)]
	return code, ok
}

// PackageTypes are the codes that there are.
func PackageTypes() []string { return slices.Compact(slices.Sorted(maps.Values(packageTypes))) }
