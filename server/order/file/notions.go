package file

import "lading/server/kit/table"

// notions are what the words of titles mean, in English, Spanish, French and German, as Normal leaves them. A word may have several.
var notions = map[string]string{
	"filler": "actual current new final my this internal external system main primary 1st 2nd first second value field data info details orig original std standard base um1 col column all each's nd rd per by on in at is your our header erp sap wms header alt alternate list selected real effective ist soll earliest cm ft mm inches zoll theorique reel previsto prevista",

	"no":        "no num number code",
	"order":     "order orders so salesorder pedido pedidos orden ordenes commande commandes auftrag auftrage auftrags kundenauftrag venta sales vente verkauf verkaufs",
	"doc":       "document documents documento doc transaction trans tran movement transfer ticket folio beleg vorgang piece pieza docnum record picking bon reg registro",
	"source":    "source origin quelle origen origine",
	"shipment":  "shipment shipments delivery deliveries consignment envio envios expedition sendung lieferung lieferschein remision albaran outbound dispatch embarque",
	"load":      "load loads trip manifest",
	"customer":  "customer client cliente clientes kunde kunden buyer comprador acheteur",
	"po":        "po purchase oc compra achat bestell bestellung bestellnummer",
	"reference": "reference references referencia referenz",
	"item":      "item items product products sku part parts article articles articulo articulos producto productos artikel material materials inventory goods stock style upc produit produits ware waren merchandise commodity mercancia marchandise variant barcode ean gtin catalog model lineitem itm prod",
	"sku":       "sku upc ean gtin barcode itemcode artikelnummer clave",
	"text":      "description text texto name nombre nom title titulo bezeichnung benennung designation libelle descripcion beschreibung denominacion label what contents content kurztext artikeltext intitule",
	"qty":       "qty cantidad quantite menge anzahl count demand demanded amountof mge",
	"units":     "units unidades unites stuck pcs pieces piezas piece cartons cases boxes bultos cajas colis packages kolli stuckzahl bags sacks drums eaches packstucke",
	"uom":       "uom um unit unidad unite einheit mengeneinheit measure medida",
	"gone":      "backordered backorder available cancelled canceled invoiced returned refunded received hand remaining allocated committed reserved disponible facturada devuelta existencia verfugbar retourniert open outstanding restante reste offen",
	"date":      "date fecha datum day dia jour termin tag dates fechas",
	"by":        "by before until bis antes avant spatestens",
	"planned":   "planned scheduled requested expected plan estimated request programada programado solicitada demandee prevue souhaitee geplant gewunscht wunsch target required",
	"leave":     "ship shipping shipped dispatch pickup pick picking loading departure depart leave embarque salida surtido carga recoleccion despacho enlevement expedition chargement versand verladung verlade lade abholung abhol warenausgang ausgang envio enviar gi issue dispatched outbound ramassage",
	"arrive":    "delivery deliver delivered due arrive arrival arriving need needed promise promised entrega entregar compromiso llegada livraison livrer arrivee liefer lieferung liefertermin ankunft eta deadline required wunsch lieferdatum echeance vencimiento receipt receive",
	"deadline":  "deadline due eta mabd",
	"last":      "cancel latest last end late cancelled ultima limite letzter",
	"placed":    "created entered placed posting posted booked invoice invoiced creacion creation captura emision elaboracion erfassung erfasst saisie modified updated printed paid print entry factura facture rechnung rechnungs bill approved changed buchung buchungs received bestell export document doc beleg",
	"time":      "time hora heure uhrzeit zeit hours",
	"weight":    "weight lbs lb kgs kg kilos pounds peso poids gewicht kilogramos libras livres bruttogewicht",
	"net":       "net neto nette netto tare tara nettogewicht",
	"gross":     "gross bruto brut brutto",
	"total":     "total gesamt ext extended line ligne linea sum totals totale summe position",
	"each":      "each ea unit unitario unitaria unitaire einzel pza pieza piece stuck per pro par piece's",
	"pallet":    "pallet pallets skid skids tarima tarimas palette palettes paletten paleta paletas palet palets stellplatze stellplatz spots",
	"carrier":   "carrier scac transportista transporteur spediteur spedition frachtfuhrer trucker fletera paqueteria carriers",
	"via":       "via method mode service servicio versandart mode's shipvia",
	"terms":     "terms term condiciones conditions bedingung bedingungen kondition incoterm incoterms terminos frankatur ppd collect prepaid termes",
	"freight":   "freight frt flete fret fracht transport porte",
	"pay":       "pay payment paid payer pago paiement zahlung zahlungs payor cobro",
	"class":     "class clase classe klasse cls",
	"nmfc":      "nmfc",
	"hazmat":    "hazmat hazardous dangerous dg peligroso peligrosa dangereux dangereuse gefahrgut hm haz",
	"un":        "un onu una unna",
	"flag":      "flag yn y n ind indicator yes",
	"length":    "length largo longitud longueur lange laenge",
	"width":     "width ancho anchura largeur breite",
	"height":    "height alto altura hauteur hohe hoehe",
	"dims":      "dims dim dimensions dimension dimensiones medidas abmessungen abmessung masse lwh lxwxh",
	"package":   "package packaging packages pack pkg container packing embalaje empaque emballage verpackung verpackungs bulto colis conditionnement",
	"type":      "type tipo typ art kind presentacion",
	"warehouse": "warehouse almacen bodega entrepot depot lager werk plant site facility dc centro branch magasin lagerort whse org fulfillment sucursal cedis standort",
	"location":  "location ubicacion emplacement group dock loc",
	"from":      "from origin desde salida depart ab von origen",
	"money":     "price amount cost currency tax taxes discount precio importe moneda prix montant devise preis betrag wahrung vat iva tva mwst total$ valor valeur wert subtotal margin commission value unitprice itemcost revenue euro usd eur dollars",
	"status":    "status state statut estado estatus etat stage flag's",
	"person":    "salesperson rep vendedor agente agent vertreter sachbearbeiter user owner planner employee assistant usuario utilisateur benutzer commercial salesman operator",
	"note":      "note notes comment comments remarks remark instructions instruction observaciones comentarios notas instrucciones remarques commentaires observations bemerkung bemerkungen hinweis anmerkung memo message",
	"tracking":  "tracking pro bol guia suivi sendungsnummer trackingno waybill awb",
	"line":      "line linea ligne position pos partida renglon poste zeile seq sequence row lin",
	"lot":       "lot batch serial lote charge bin aisle zone expiry expiration",
	"volume":    "volume cube cubic volumen cbm cuft m3 cubicaje",
	"category":  "category categorie kategorie group famille familia brand marca family department type",
	"stop":      "stop route ruta tour tournee",
}

// rules make fields of the notions. The likeliest stand first.
var rules = []table.Rule{
	{Field: "", All: "tracking", Not: "weight", Confidence: 80},
	{Field: "", All: "lot", Not: "weight", Confidence: 78},
	{Field: "", All: "volume", Confidence: 80},
	{Field: "", All: "money", Not: "freight weight terms qty", Confidence: 80},
	{Field: "", All: "note", Confidence: 80},
	{Field: "", All: "person", Confidence: 75},
	{Field: "", All: "stop", Confidence: 78},
	{Field: "", All: "status", Not: "leave arrive customer", Confidence: 72},
	{Field: "", All: "time", Not: "date leave", Confidence: 75},
	{Field: "", All: "placed date", Not: "leave arrive", Confidence: 80},
	{Field: "", All: "order date", Not: "leave arrive planned", Confidence: 80},

	{Field: string(FieldWeightUnit), All: "weight uom", Not: "each total gross order shipment net", Confidence: 84},
	{Field: string(FieldDimUnit), All: "dims|length uom", Confidence: 84},
	{Field: "", All: "weight net total", Confidence: 72},
	{Field: string(FieldWeightEach), All: "weight each", Not: "total net order", Confidence: 80},
	{Field: string(FieldWeight), All: "weight gross|total", Not: "order shipment net each", Confidence: 84},
	{Field: string(FieldWeight), All: "weight item|leave|gross", Not: "order shipment net each pallet", Confidence: 74},
	{Field: string(FieldWeightOrder), All: "weight order|shipment|load", Not: "line item each net", Confidence: 76},
	{Field: string(FieldWeight), All: "weight", Not: "net uom each order shipment", Confidence: 76},
	{Field: string(FieldWeight), All: "weight net", Confidence: 50},
	{Field: string(FieldNmfc), All: "nmfc", Not: "class", Confidence: 82},
	{Field: string(FieldClass), All: "class freight|nmfc", Confidence: 84},
	{Field: string(FieldClass), All: "class", Not: "item customer hazmat category pay", Confidence: 72},
	{Field: string(FieldHazmat), All: "un", Not: "flag package text qty date leave arrive order customer", Confidence: 78},
	{Field: "", All: "hazmat text|class", Confidence: 72},
	{Field: string(FieldHazmat), All: "hazmat no", Not: "flag", Confidence: 78},
	{Field: string(FieldHazmatFlag), All: "hazmat", Not: "no", Confidence: 76},
	{Field: string(FieldHazmat), All: "hazmat", Not: "flag", Confidence: 72},
	{Field: string(FieldPallets), All: "pallet", Not: "weight length width height dims type", Confidence: 80},
	{Field: string(FieldLength), All: "length", Not: "uom weight", Confidence: 80},
	{Field: string(FieldWidth), All: "width", Not: "uom weight", Confidence: 80},
	{Field: string(FieldHeight), All: "height", Not: "uom weight", Confidence: 80},
	{Field: string(FieldBox), All: "dims", Not: "uom weight", Confidence: 78},

	{Field: string(FieldPackageType), All: "uom", Not: "weight dims length each money qty", Confidence: 76},
	{Field: string(FieldPackageType), All: "package type|no", Not: "weight qty", Confidence: 80},
	{Field: string(FieldPackageType), All: "qty|leave|order|item uom", Not: "weight", Confidence: 76},
	{Field: "", All: "qty gone", Not: "leave", Confidence: 76},
	{Field: string(FieldPieces), All: "qty leave", Not: "pallet weight money", Confidence: 84},
	{Field: string(FieldPieces), All: "qty", Not: "pallet weight gone", Confidence: 80},
	{Field: string(FieldPieces), All: "units order|leave|no|total|arrive", Not: "weight each money date", Confidence: 76},
	{Field: string(FieldPieces), All: "units", Not: "weight money date text doc", Confidence: 74},

	{Field: string(FieldShipOn), All: "leave date last", Confidence: 45},
	{Field: string(FieldShipOn), All: "leave date", Not: "arrive", Confidence: 84},
	{Field: string(FieldDueOn), All: "arrive date", Not: "leave", Confidence: 84},
	{Field: string(FieldDueOn), All: "deadline", Not: "money", Confidence: 76},
	{Field: string(FieldShipOn), All: "leave by|planned", Not: "via carrier text", Confidence: 76},
	{Field: string(FieldDueOn), All: "arrive by|planned", Not: "leave text", Confidence: 76},
	{Field: string(FieldShipOn), All: "planned date", Confidence: 55},
	{Field: "", All: "date", Confidence: 40},

	{Field: string(FieldCarrier), All: "carrier", Not: "date weight terms freight", Confidence: 82},
	{Field: string(FieldCarrier), All: "leave|arrive|freight via", Not: "date weight terms pay", Confidence: 80},
	{Field: "", All: "pay", Not: "freight leave", Confidence: 80},
	{Field: string(FieldTerms), All: "terms freight|leave|arrive", Confidence: 82},
	{Field: string(FieldTerms), All: "freight pay", Confidence: 80},
	{Field: string(FieldTerms), All: "terms", Not: "pay", Confidence: 74},

	{Field: string(FieldCode), All: "item reference|no|sku", Not: "text category line", Confidence: 82},
	{Field: string(FieldCode), All: "sku", Not: "text", Confidence: 82},
	{Field: string(FieldDescription), All: "item text", Confidence: 84},
	{Field: "", All: "item category", Not: "text", Confidence: 60},
	{Field: string(FieldCode), All: "item", Not: "text leave order qty line", Confidence: 72},
	{Field: string(FieldDescription), All: "item", Not: "line", Confidence: 72},
	{Field: string(FieldCode), All: "item order", Confidence: 76},

	{Field: string(FieldWarehouse), All: "warehouse", Not: "arrive customer type", Confidence: 80},
	{Field: string(FieldWarehouse), All: "leave|from location|warehouse", Confidence: 76},
	{Field: string(FieldWarehouse), All: "location", Not: "arrive customer lot", Confidence: 55},

	{Field: "", All: "line no", Not: "order item", Confidence: 76},
	{Field: "", All: "line order|item", Not: "text reference", Confidence: 76},
	{Field: table.Pooled, All: "po", Confidence: 82},
	{Field: table.Pooled, All: "customer order|reference|doc", Confidence: 80},
	{Field: string(FieldNumber), All: "source doc|order", Not: "type", Confidence: 74},
	{Field: string(FieldNumber), All: "order no|reference|doc", Not: "customer po line item type category", Confidence: 84},
	{Field: string(FieldNumber), All: "shipment no|reference|order", Not: "customer po line item type category", Confidence: 78},
	{Field: string(FieldNumber), All: "doc no", Not: "customer po item category", Confidence: 76},
	{Field: table.Pooled, All: "reference", Not: "item", Confidence: 76},
	{Field: table.Pooled, All: "load no", Confidence: 74},
	{Field: string(FieldCustomer), All: "customer no", Not: "order text", Confidence: 80},
	{Field: string(FieldNumber), All: "order", Not: "customer po line item type date text category", Confidence: 74},
	{Field: string(FieldNumber), All: "doc|shipment", Not: "customer po line item type date text leave", Confidence: 64},
	{Field: string(FieldDescription), All: "text", Not: "customer order carrier warehouse", Confidence: 72},
	// By themselves these say little; values that are days tell the rest.
	{Field: string(FieldShipOn), All: "leave", Not: "arrive last weight qty text", Confidence: 66},
	{Field: string(FieldDueOn), All: "arrive", Not: "leave last weight qty text", Confidence: 66},
}

// beside are fields that the column beside them tells, whatever they are called.
var beside = []table.Beside{
	{Field: string(FieldWeightUnit), Of: string(FieldWeight), After: true, Shape: table.Weighs},
	{Field: string(FieldWeightUnit), Of: string(FieldWeightEach), After: true, Shape: table.Weighs},
	{Field: string(FieldWeightUnit), Of: string(FieldWeightOrder), After: true, Shape: table.Weighs},
	{Field: string(FieldWeightUnit), Of: string(FieldWeight), Shape: table.Weighs},
	{Field: string(FieldDimUnit), Of: string(FieldHeight), After: true, Shape: table.Lengths},
	{Field: string(FieldDimUnit), Of: string(FieldLength), Shape: table.Lengths},
	{Field: string(FieldCode), Of: string(FieldDescription), Shape: table.Codes},
	{Field: string(FieldPackageType), Of: string(FieldPieces), After: true, Shape: table.OneOf(func(s string) bool { return packageTypes[table.Normal(s)] != "" }, 0.9)},
}

// purchaseRules are the rules for a file of purchase orders: the number is the buyer's own, and its lines count.
func purchaseRules() []table.Rule {
	out := []table.Rule{
		{Field: string(FieldNumber), All: "po no|doc|order|reference", Not: "line item customer date qty", Confidence: 84},
		{Field: string(FieldLine), All: "line no", Not: "order item weight", Confidence: 80},
		{Field: string(FieldLine), All: "line po|order|item", Not: "text reference weight", Confidence: 76},
	}
	for _, r := range rules {
		switch r.Field {
		case string(FieldNumber), string(FieldWarehouse), string(FieldCustomer), table.Pooled:
			continue
		}
		out = append(out, r)
	}
	return append(out, table.Rule{Field: string(FieldWarehouse), All: "warehouse", Not: "customer type", Confidence: 80})
}
