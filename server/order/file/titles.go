package file

import (
	"maps"
	"slices"
	"strings"

	"lading/server/kit/table"
)

// dictionary is what the titles of one kind of file mean, and what a file of it must tell.
type dictionary struct {
	kind     *table.Kind
	required []Field
}

// orders are what customers want shipped; purchases what vendors ship to us.
var orders, purchases *dictionary

var shapes = map[Field]*table.Shape{
	FieldNumber: table.Keys, FieldShipOn: table.Dates, FieldDueOn: table.Dates, FieldCode: table.Ids, FieldDescription: table.Texts, FieldPieces: table.Counts, FieldPallets: table.Counts, FieldPackageType: table.Packings,
	FieldWeight: table.Numbers, FieldWeightEach: table.Numbers, FieldWeightOrder: table.Numbers, FieldWeightUnit: table.Weighs, FieldClass: table.Classes, FieldNmfc: table.NMFCs, FieldLength: table.Numbers, FieldWidth: table.Numbers, FieldHeight: table.Numbers,
	FieldDimUnit: table.Lengths, FieldHazmat: table.UNs, FieldHazmatFlag: table.YesNo, FieldBox: table.Boxes, FieldLine: table.LineNos, FieldTerms: table.OneOf(func(s string) bool { _, ok := terms(s); return ok }, 0.5).ByWords(60, func(s string) bool { _, ok := terms(s); return ok && len(s) > 1 }),
	FieldWarehouse: table.Accounts, FieldCarrier: table.Packings, FieldCustomer: table.Accounts, FieldAddress: table.Texts, FieldPlace: table.Places,
}

// lesser are titles that mean a field where no better one is there; maybe are those that are asked about.
var (
	lesser = map[Field]string{
		FieldWarehouse:   "site",
		FieldNumber:      "co no; document no; doc no; delivery no; delivery; outbound delivery; delivery order; sales document; sales doc; transaction no; tran no; order name; increment no; external order no; web order no; beleg; no bl; remision; no remision; albaran; no albaran; pedido cliente no",
		FieldPieces:      "qty open; qty requested; qty req; order qty; ordered qty; qty ordered; units; total pieces; pieces commandees; bestellmenge; cantidad pedida; cartons; cases; packages; no cartons; no packages; auftragsmenge; kwmeng; lineitem qty; total cartons; carton count; open qty; units ordered; qty order",
		FieldShipOn:      "planned gi date; goods issue date; mat avail date; wadat; lddat; load date; start date; cargo date; planned goods issue; goods issue; expected ship date; release date; ready date",
		FieldDueOn:       "conf date; confirmed date; confirmed delivery date; window end; dock date; arrival date; expected delivery date; estimated delivery date; eta; promised date; cancel date; cancel by; vdatu; delivery window end; in hands date; appointment date",
		FieldWeight:      "brgew; btgew; lineitem total weight; extended weight; ext weight; weight ext; weight extended; total line weight; weight total; row weight; total gross weight; gross weight total",
		FieldCode:        "upc; matnr; lineitem sku; model; model no; style; style no; item sku; catalog no; ean; gtin; barcode; vendor sku",
		FieldDescription: "arktx; maktx; lineitem name; article description; style description; short text; memo; goods description; nature goods; item title",
		FieldCarrier:     "carrier code; service; ship method; shipping service; servicio; transportadora; ship service level; scac carrier; carrier service; delivery method; shipping carrier; requested carrier; preferred carrier; shipping method no",
		FieldTerms:       "incoterms; inco terms; payment; freight charge; freight paid by; billing type; frt charges",
		FieldPallets:     "total skids; pallet spaces; pallets total; handling unit count; hu count",
	}
	maybe = map[Field]string{
		FieldShipOn: "date; fecha; datum; fecha programada; date prevue; scheduled date", FieldWeight: "net weight; peso neto; poids net; nettogewicht; ntgew; weight net", FieldPackageType: "unit; unidad; unite; einheit; type; pack; units measure", FieldHazmat: "hazmat class; hazard class",
		FieldWarehouse: "location; store; origin; from; store location; ubicacion", FieldClass: "commodity class; item class",
	}
	extra = map[Field]string{
		FieldNumber:      "no orden compra cliente; orden no; order key; sales order document; vbeln; auftragsbestatigung; order reference; our order; our order no; your order; sales order key; so key",
		FieldWarehouse:   "sh pt; from warehouse; ship from location; fulfillment location; fulfilling location; inventory site; origin warehouse; werks; lgort; ship from site; stock location; shipping warehouse; dispatch warehouse; almacen origen; almacen salida; entrepot depart; versandlager; origin no; inventory location; plnt; storage location; sloc; shipping plant; lagerstandort; site code; whse code; warehouse name; centro distribucion; cedis",
		FieldShipOn:      "sched shipment; scheduled shipment; going out; goes out; promised ship date; promise ship date; promised shipment date; promised shipment; fulfillment date; fulfilment date; dep date; departure date; start ship date; ship start date; earliest ship date; shpdte; ship dt; requested ship dt; planned ship; requested ship; scheduled ship date; ship before; requested shipping date; requested shipment date; shipment date; to ship date; dispatch on; date dispatch; pick date; fecha carga; fecha surtido; fecha embarque programada; date chargement; date ramassage; date expedition prevue; ladedatum; verladedatum; bereitstellung; ship no later than; ship not before; fecha salida programada; versandtag; geplantes versanddatum; must ship date; must ship by",
		FieldDueOn:       "requested on; needs to be there; need there by; there by; deliver before; a livrer avant; livraison prevue; requested delivery; delivery dt; deliv date; requested arrival date; need date; wanted date; expected receipt date; requested receipt date; fecha compromiso; fecha llegada; fecha entrega solicitada; date livraison prevue; date livraison demandee; wunschlieferdatum; gewunschtes lieferdatum; lieferdatum gewunscht; deliver no later than; required delivery date; required by; due dt; delivery requested date",
		FieldCarrier:     "truck line; truckline; carrier scac; scac no; ship carrier; shipping agent; shipping agent no; transport company; freight carrier; trucker; fletera; compania fletera; linea; transportes; empresa transporte; mode transport; frachtfuhrer; shipvia; routing carrier; trucking company",
		FieldTerms:       "who pays; who pays freight; freight handling no; frt hdl no; freight term; shipping terms; shipment terms; freight pay terms; prepaid or collect; ppd coll; ppd cc; freight pay; fob terms; frt term; terms freight; pago del flete; tipo flete; flete pagado; conditions fret; fret; payeur fret no; lieferbedingungen; frachtkosten; frachttermin",
		FieldCode:        "vendor item; vendor item no; vendor part; vendor part no; vendor style; pn; item no sku; sku no; item code sku; part no sku; itemid; item key; product sku; material code; matl no; clave articulo; clave sku; codigo producto; codigo articulo; code produit; code article; sachnummer; teilenummer; item part no; article code; upc no",
		FieldDescription: "item no desc; item text; product title; material description; item desc 1; description 1; part description; commodity desc; product desc; descripcion mercancia; description marchandise; nature marchandise; produktbezeichnung; materialkurztext; kurztext; artikelbeschreibung; description goods; text; line description; detalle; concepto; freight description; item memo; contenido; inhalt; contenu",
		FieldPieces:      "how many; accepted qty; confirmed qty; qtyord; qty pcs; qty pieces; qty shipping; shipping qty; qty to pick; pick qty; delivery qty; delivered qty; lfimg; actual delivery qty; pcs qty; no pcs; no pieces; piece count; pieces count; piezas total; cantidad a enviar; cantidad enviar; cantidad surtir; cantidad surtida; nombre pieces; nb pieces; quantite livree; quantite expedier; quantite a livrer; liefermenge; versandmenge; stk; stuckzahl; quantity shipped; remaining qty; qty picked; handling qty; order line qty; quantity pieces",
		FieldPackageType: "su; u m; uom no; unit of measure no; sales uom; sales unit; qty unit; packing; packing type; pkg; pack uom; vrkme; meins; unit uom; pkgs type; kind package; kind packages; kind pkg; tipo empaque; presentacion; unidad de medida; unite mesure; unite vente; type emballage; verkaufseinheit; mengeneinheit; me; ve; handling unit type; hu type; package; pack unit; package uom; freight package type; um venta",
		FieldPallets:     "no plts; no skids; plt count; pallet no count; skid qty; skids qty; plts qty; pallets qty; total plts; spots; pallet positions; num tarimas; cantidad tarimas; cantidad paletas; nb palette; nombre palette; palettenzahl; anzahl palette; pal; pals; paletas total; palettes count; no palets; hu",
		FieldWeight:      "grswgt; gross weight line; line gross weight; total weight line; item total weight; weight line; total lbs; lbs; kgs; pounds; kilos; kg; lb; peso bruto total; peso linea; peso total linea; peso partida; poids ligne; poids total ligne; poids brut total; gesamtgewicht brutto; positionsgewicht; bruttogewicht gesamt; gewicht gesamt; shipment line weight; wgt gross; est weight; estimated weight; total gross; freight weight; peso bruto linea",
		FieldWeightUnit:  "weight um; um weight; gewei; unit weight; weight units; unit of weight; wt u m; weight u m; unidad peso; udm peso; unite poids; einheit gewicht; gew einheit; weight unit measure; gross weight uom; weight uom no",
		FieldClass:       "cl; ltl freight class; nmfc freight class; fr class; frgt class; freight cl; clase nmfc; clase de carga; clase mercancia; classe fret; classe marchandise; frachtklasse; class ltl; lt class",
		FieldNmfc:        "nmfc code; nmfc item sub; nmfc sub; nmfc number; no nmfc; item nmfc",
		FieldLength:      "item length; l in; pallet length; lng; dim l; dim length; length each; largo tarima; lange; lg; longueur",
		FieldWidth:       "item width; w in; pallet width; dim w; dim width; width each; ancho tarima; br",
		FieldHeight:      "item height; h in; pallet height; dim h; dim height; height each; alto tarima; hoh",
		FieldBox:         "dims; dimensions; dim; lxwxh; l x w x h; lwh; l w h; size; dimensions lxwxh; dimensions l x w x h; pallet dims; pallet dimensions; dims lxwxh; dims l x w x h; medidas; dimensiones; dimensiones lxaxh; largo x ancho x alto; dimensions l x l x h; lxlxh; abmessungen; masse; masse lxbxh; lxbxh; abmessungen lxbxh; package dimensions; dimension; lxaxa; measurements",
		FieldHazmat:      "un na no; un na; un id; un id no; onu no; numero onu; identification no; dot no; un na identification; dg un; hazmat un na; un number; unno; un nr; un kennzeichnung; no onu mercancia",
		FieldHazmatFlag:  "hm; hazmat y n; hazmat flag; is hazmat; hazmat yes no; hazardous y n; dg; dg flag; dangerous; is hazardous; peligroso; matpel; material peligroso s n; mp; dangereux; matiere dangereuse o n; gefahrgut j n; hazmat ind; hazmat indicator; hazardous material; hazardous flag; haz mat; x hm; h m; hm x",
		FieldWeightEach:  "gross weight pack; weight pack; pack weight; gross weight case; gross weight carton; part weight; part gross weight; weight each; unit weight each; each weight; piece weight; weight piece; weight ea; weight unit each; ea weight; item weight; weight carton; carton weight; weight case; case weight; weight package; lineitem weight; peso unitario; peso pieza; peso por pieza; peso unidad; peso caja; poids unitaire; poids piece; poids unite; poids colis; stuckgewicht; einzelgewicht; gewicht stuck; gewicht je stuck; gewicht einzeln; product weight; variant weight; unit gross weight; gross weight each; gross weight piece; weight per ea; row item weight",
		FieldWeightOrder: "order weight; total order weight; order total weight; shipment weight; total shipment weight; order gross weight; weight order; peso pedido; peso total pedido; poids commande; poids total commande; auftragsgewicht; gesamtgewicht auftrag; shipment gross weight; delivery weight",
		FieldCustomer:    "customer account; bill customer; kunnr; entity; account name no; customer key; cardcode; debitor; debitoren nr; debitorennummer; no compte; compte client; cuenta; no cuenta; account customer; customer no sold to",
	}
)

// ignored are titles that are known, and nothing of the freight.
const ignored = "order date; fecha pedido; fecha orden; date commande; auftragsdatum; bestelldatum; invoice date; invoice no; invoice; factura; no factura; facture; no facture; rechnung; rechnungsnummer; created; created at; created on; date created; entered; entered on; updated at; paid at; fulfilled at; order placed; purchase date; " +
	"price; unit price; price each; amount; net amount; ext price; extended price; extended amount; total; grand total; subtotal; sub total; tax; taxes; vat; discount; discount amount; currency; cost; unit cost; shipping cost; shipping amount; freight cost; freight amount; rate; value; net value; order value; declared value; insured value; precio; precio unitario; importe; subtotal precio; iva; moneda; prix; prix unitaire; montant; devise; tva; preis; einzelpreis; betrag; nettowert; wahrung; mwst; gesamtpreis; lineitem price; lineitem discount; lineitem compare price; refunded amount; outstanding balance; total price; line total; line amount; shipping; taxes included; lineitem requires shipping; lineitem taxable; lineitem fulfillment status; " +
	"status; order status; line status; financial status; fulfillment status; estado pedido; estatus; statut; payment status; shipping status; state order; estado del pedido; " +
	"sales rep; salesperson; sales person; rep; vendedor; agente; commercial; vertreter; sachbearbeiter; buyer; entered by; created by; user; owner; planner; employee; assistant; " +
	"notes; note; comments; comment; remarks; remark; special instructions; instructions; delivery instructions; shipping instructions; memo main; observaciones; comentarios; notas; instrucciones; remarques; commentaires; observations; bemerkung; bemerkungen; hinweis; anmerkung; notes attributes; internal notes; customer note; " +
	"payment terms; payment method; terms payment; condiciones pago; metodo pago; forma pago; mode paiement; conditions paiement; zahlungsbedingung; zahlungsbedingungen; zahlungsart; payment reference; payment terms name; " +
	"tracking; tracking no; pro no; pro; bol; bol no; guia; no guia; no suivi; sendungsnummer; tracking numbers; " +
	"order type; type order; doc type; document type; sales org; sales organization; sales area; dist channel; distribution channel; division; company no; company code; currency no; price list; item category; plant name; business unit; source; channel; tags; risk level; priority; lot; lot no; batch; batch no; serial no; bin; bin location; aisle; lote; charge; chargennummer; warehouse zone; stop; stop no; route; ruta; route no; customer class; customer group; customer type; volume; cube; cubic feet; cu ft; cft; cbm; volumen; m 3; cubicaje; total volume; temperature; temp; stackable; stack; item class no; product type; product category; category; vendor; supplier; proveedor; fournisseur; lieferant; brand; marca; " +
	"line; line no; item line; line item; position; pos; pos no; no linea; linea; partida; renglon; ligne; no ligne; poste; zeile; positionsnummer; posnr; seq; sequence; seq no; row; row no; so line; order line; order line no; line seq; line key; no partida; " +
	"net weight total; tare; tare weight; qty backordered; backordered; back order; backorder qty; qty backorder; bo qty; qty invoiced; qty canceled; qty cancelled; qty refunded; qty on hand; on hand; available; qty committed; committed; qty available; existencia; stock; qty allocated; qty remaining; accepts marketing; cancelled at; vendor name; subtotal qty; proper shipping name; packing group; emergency phone; pg; hazmat packing group; emergency contact; shipping name proper; hazmat description; hazmat name; nombre embarque; grupo embalaje; telefono emergencia"

// determined are the fields that are the same in all lines of an order.
const determined = string(FieldName) + ";" + string(FieldStreet) + ";" + string(FieldCity) + ";" + string(FieldZip) + ";" + string(FieldPlace) + ";" + string(FieldShipOn)

type role int

const (
	roleConsignee role = iota + 1
	roleCustomer
	roleBillTo
	roleOther
	roleShipper
)

var mainParts = map[string]string{table.PartName: string(FieldName), table.PartStreet: string(FieldStreet), table.PartStreet2: string(FieldStreet2), table.PartCity: string(FieldCity), table.PartState: string(FieldState), table.PartZip: string(FieldZip), table.PartCountry: string(FieldCountry),
	table.PartContact: string(FieldContact), table.PartPhone: string(FieldPhone), table.PartEmail: string(FieldEmail), table.PartPlace: string(FieldPlace), table.PartWhole: string(FieldAddress), table.PartFirst: string(FieldFirst), table.PartLast: string(FieldLast)}

// billed are the parts of the address that the freight is billed to; who is called there is not kept.
var billed = map[string]string{table.PartName: string(FieldBillName), table.PartStreet: string(FieldBillStreet), table.PartStreet2: string(FieldBillStreet2), table.PartCity: string(FieldBillCity), table.PartState: string(FieldBillState), table.PartZip: string(FieldBillZip), table.PartCountry: string(FieldBillCountry)}

var billFields = []Field{FieldBillName, FieldBillStreet, FieldBillStreet2, FieldBillCity, FieldBillState, FieldBillZip, FieldBillCountry}

func init() {
	of := maps.Clone(mainParts)
	of[table.PartName] = string(FieldCustomer)
	orders = &dictionary{
		kind: table.New(table.Kind{Name: "orders", Notions: notions, Rules: rules, Beside: beside, Key: string(FieldNumber), KeyOf: determined, KeyElse: "po; po no; purchase order; purchase order no", Fields: fieldsOf(known, extra), Nothing: ignoredBy(known, extra, lesser, maybe), PoolTitles: known[fieldReference],
			Pool: []string{string(FieldReference1), string(FieldReference2), string(FieldReference3), string(FieldReference4), string(FieldReference5)},
			Parties: []table.Party{
				{Titles: roleWords[roleConsignee], Leading: "st", Fields: mainParts, Alone: string(FieldName), Confidence: 90, Main: true},
				{Titles: roleWords[roleCustomer], Fields: of, Alone: string(FieldCustomer), Confidence: 95, Loose: true},
				{Titles: roleWords[roleBillTo], Leading: "bt", Fields: billed, Alone: string(FieldBillName), Confidence: 75},
				{Titles: roleWords[roleShipper], Fields: map[string]string{table.PartName: string(FieldWarehouse)}, Alone: string(FieldWarehouse), Confidence: 60},
				{Titles: "third party; 3rd party; tercero", Fields: billed}, // by itself more likely a yes or no
				{Titles: roleWords[roleOther]},
			}}),
		required: []Field{FieldNumber, FieldWarehouse, FieldShipOn, FieldName, FieldStreet, FieldCity, FieldState, FieldZip, FieldWeight},
	}
	words, more := purchaseWords(), maps.Clone(extra)
	for _, f := range []Field{FieldCustomer, FieldNumber, FieldWarehouse} {
		delete(more, f)
	}
	purchases = &dictionary{
		kind: table.New(table.Kind{Name: "purchases", Notions: notions, Rules: purchaseRules(), Beside: beside, Key: string(FieldNumber), KeyOf: string(FieldName) + ";" + string(FieldStreet) + ";" + string(FieldWarehouse), Fields: fieldsOf(words, more), Nothing: ignoredBy(words, more, lesser, maybe, map[Field]string{FieldName: "vendor name"}), Parties: []table.Party{
			{Titles: purchaseRoles[roleConsignee], Fields: mainParts, Alone: string(FieldName), Confidence: 90, Main: true},
			{Titles: purchaseRoles[roleOther]},
		}}),
		required: []Field{FieldNumber, FieldWarehouse, FieldName, FieldStreet, FieldCity, FieldState, FieldZip, FieldPieces},
	}
}

// fieldsOf declares the fields for the finder. A title that two lists have is the first one's.
func fieldsOf(known, extra map[Field]string) (out []table.Field) {
	taken := map[string]bool{}
	for _, f := range append(Fields(), FieldLine, fieldReference) {
		for _, key := range strings.Split(known[f], ";") {
			taken[table.Normal(key)] = true
		}
	}
	for _, f := range append(Fields(), FieldLine) {
		clear := func(list string) string {
			keep := slices.DeleteFunc(strings.Split(list, ";"), func(t string) bool { return taken[table.Normal(t)] })
			for _, t := range keep {
				taken[table.Normal(t)] = true
			}
			return strings.Join(keep, ";")
		}
		tf := table.Field{Key: string(f), Titles: known[f] + ";" + clear(extra[f]), Shape: shapes[f]}
		if known[f] != "" || extra[f] != "" {
			if f == FieldNumber {
				tf.Coded = "name; id; title; nombre; nom; numero"
			}
			tf.Lesser, tf.Maybe = clear(lesser[f]), clear(maybe[f])
			out = append(out, tf)
		}
	}
	return out
}

// ignoredBy leaves of the ignored titles those that a kind has no field for.
func ignoredBy(lists ...map[Field]string) string {
	has := map[string]bool{}
	for _, l := range lists {
		for _, list := range l {
			for t := range strings.SplitSeq(list, ";") {
				has[table.Normal(t)] = true
			}
		}
	}
	return strings.Join(slices.DeleteFunc(strings.Split(ignored, ";"), func(t string) bool { return has[table.Normal(t)] }), ";")
}

func terms(s string) (string, bool) {
	t, ok := termsWords[strings.Join(table.Fold(s), " ")]
	return t, ok
}
