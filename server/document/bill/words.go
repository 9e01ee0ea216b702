package bill

// word is a label of the form. English is printed always, since it is what the law and the trade read;
// a reader of Spanish or French finds a second, smaller label beside it. Contract texts exist in English alone: two texts would be two contracts.
type word struct{ en, es, fr string }

func (w word) second(lang string) string {
	second := map[string]string{"es": w.es, "fr": w.fr}[lang]
	if second == w.en { // "Type" and "Date" need not be said twice
		return ""
	}
	return second
}

var (
	wTitle      = word{"BILL OF LADING", "Conocimiento de embarque", "Connaissement"}
	wSupplement = word{"SUPPLEMENT TO THE BILL OF LADING", "Suplemento del conocimiento de embarque", "Supplément au connaissement"}
	wDate       = word{"Date", "Fecha", "Date"}
	wFrom       = word{"SHIP FROM", "Remitente", "Expéditeur"}
	wTo         = word{"SHIP TO", "Destinatario", "Destinataire"}
	wBillTo     = word{"THIRD PARTY FREIGHT CHARGES BILL TO", "Flete facturado a", "Port facturé à"}
	wSpecial    = word{"SPECIAL INSTRUCTIONS", "Instrucciones", "Instructions"}
	wExceptions = word{"EXCEPTIONS NOTED AT LOADING", "Excepciones al cargar", "Réserves au chargement"}
	wNumber     = word{"Bill of Lading Number", "N.º de conocimiento", "N° de connaissement"}
	wCheckPaper = word{"Scan to check", "Verificar", "Vérifier"}
	wCarrier    = word{"Carrier name", "Transportista", "Transporteur"}
	wTrailer    = word{"Trailer number", "N.º de remolque", "N° de remorque"}
	wSeal       = word{"Seal number(s)", "Sellos", "Scellés"}
	wScac       = word{"SCAC", "", ""}
	wPro        = word{"PRO number", "N.º PRO", "N° PRO"}
	wTerms      = word{"Freight charge terms", "Condiciones de flete", "Conditions de port"}
	wTermsNote  = word{"prepaid unless marked otherwise", "pagado si no se marca otra", "payé sauf autre mention"}
	wPrepaid    = word{"Prepaid", "Pagado", "Payé"}
	wCollect    = word{"Collect", "Por cobrar", "Dû"}
	wThird      = word{"3rd party", "Tercero", "Tiers"}
	wMaster     = word{"Master bill: with attached underlying bills", "Conocimiento maestro", "Connaissement maître"}
	wOrders     = word{"CUSTOMER ORDER INFORMATION", "Pedidos del cliente", "Commandes du client"}
	wOrderNo    = word{"Customer order number", "Pedido", "Commande"}
	wPackages   = word{"# Pkgs", "Bultos", "Colis"}
	wWeight     = word{"Weight", "Peso", "Poids"}
	wPalletted  = word{"Pallet / slip", "Tarima", "Palette"}
	wNote       = word{"Additional shipper information", "Información adicional", "Autres indications"}
	wGoods      = word{"CARRIER INFORMATION", "Mercancía", "Marchandise"}
	wUnit       = word{"Handling unit", "Unidad", "Unité"}
	wPackage    = word{"Package", "Bulto", "Colis"}
	wQty        = word{"Qty", "Cant.", "Qté"}
	wType       = word{"Type", "Tipo", "Type"}
	wHm         = word{"H.M.", "M.P.", "M.D."}
	wCommodity  = word{"Commodity description", "Descripción", "Désignation"}
	wLtl        = word{"LTL only", "", ""}
	wNmfc       = word{"NMFC #", "", ""}
	wClass      = word{"Class", "Clase", "Classe"}
	wTotal      = word{"GRAND TOTAL", "Total general", "Total général"}
	wCod        = word{"COD amount", "Cobro contra entrega", "Contre remboursement"}
	wCodFee     = word{"Fee terms", "Cargo", "Frais"}
	wCheck      = word{"Customer check acceptable", "Se acepta cheque", "Chèque accepté"}
	wRemit      = word{"Remit to", "Remitir a", "Remettre à"}
	wShipper    = word{"SHIPPER SIGNATURE / DATE", "Firma del remitente / fecha", "Signature de l’expéditeur / date"}
	wDriver     = word{"CARRIER SIGNATURE / PICKUP DATE", "Firma del transportista", "Signature du transporteur"}
	wConsignee  = word{"CONSIGNEE SIGNATURE / DELIVERY DATE", "Firma del destinatario", "Signature du destinataire"}
	wLoaded     = word{"Trailer loaded", "Cargó", "Chargé par"}
	wCounted    = word{"Freight counted", "Contó", "Compté par"}
	wByShipper  = word{"By shipper", "Remitente", "Expéditeur"}
	wByDriver   = word{"By driver", "Conductor", "Chauffeur"}
	wByPallets  = word{"By driver / pallets said to contain", "tarimas", "palettes"}
	wByPieces   = word{"By driver / pieces", "piezas", "pièces"}
	wEmergency  = word{"EMERGENCY RESPONSE TELEPHONE", "Teléfono de emergencia", "Téléphone d’urgence"}
	wOwnPhones  = word{"See each material", "Vea cada material", "Voir chaque matière"}
	wContinued  = word{"Continued on the supplement", "Continúa en el suplemento", "Suite au supplément"}
	wTimes      = word{"Truck at this dock", "Camión en este muelle", "Camion à ce quai"}
	wRecourse   = word{"Section 7 signature", "Firma de la sección 7", "Signature de la section 7"}
)

// Copy is a sheet's reader. The texts of all copies are the same.
type Copy string

const (
	ShipperCopy   Copy = "shipper"
	CarrierCopy   Copy = "carrier"
	ConsigneeCopy Copy = "consignee"
)

// Values lists the copies in the order in which they are printed.
func (Copy) Values() []string {
	return []string{string(ShipperCopy), string(CarrierCopy), string(ConsigneeCopy)}
}

var copyWords = map[Copy]word{
	ShipperCopy:   {"SHIPPER’S COPY", "Remitente", "Expéditeur"},
	CarrierCopy:   {"CARRIER’S COPY", "Transportista", "Transporteur"},
	ConsigneeCopy: {"CONSIGNEE’S COPY", "Destinatario", "Destinataire"},
}

// What the parties agree to. The certificate is the wording of 49 CFR 172.204(a)(1), which may not be changed.
const (
	lawCare = "Commodities requiring special or additional care or attention in handling or stowing must be so marked " +
		"and packaged as to ensure safe transportation with ordinary care."
	lawValue = "Where the rate depends on value, the shipper states in writing the agreed or declared value of the property: " +
		"“The agreed or declared value of the property is specifically stated by the shipper to be not exceeding %s per %s.”"
	lawLiability = "NOTE: Liability limitation for loss or damage in this shipment may apply. See 49 U.S.C. § 14706(c)(1)(A) and (B)."
	lawReceived  = "RECEIVED, subject to the rates, classifications and rules agreed in writing between carrier and shipper or, where there are " +
		"none, to those the carrier has established and makes available to the shipper on request, and to all applicable state and federal regulations."
	lawRecourse = "The carrier shall not make delivery of this shipment without payment of freight and all other lawful charges."
	lawCertify  = "This is to certify that the above-named materials are properly classified, described, packaged, marked and labeled, " +
		"and are in proper condition for transportation according to the applicable regulations of the Department of Transportation."
	lawReceipt = "Carrier acknowledges receipt of the packages and required placards, and certifies that emergency response information was " +
		"made available or that carrier has the U.S. DOT emergency response guidebook or equivalent in the vehicle. " +
		"Property described above is received in apparent good order, except as noted."
	lawDelivered = "Received the property described above in good order, except as noted."
)
