package file

import (
	"lading/server/kit/table"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// purchaseLine gives a line its number, the one that stands in the file or its place. A number twice in one order would be shipped twice.
func (rd *reader) purchaseLine(p *pending, rec record, no string) {
	o := &p.row.Order
	if _, told := rd.columns[FieldLine]; !told {
		no = strconv.Itoa(len(o.LineNos) + 1)
	}
	no = strings.TrimLeft(no, "0")
	switch {
	case no == "":
		rd.report(p, rec.N, FieldLine, "", table.Bad("order-required"))
	case slices.Contains(o.LineNos, no):
		rd.report(p, rec.N, FieldLine, no, table.Bad("purchase-line-twice", "line", no))
	}
	o.LineNos = append(o.LineNos, no)
}

// purchaseWords are the headers of a file of purchase orders, where they differ from those of an order file.
func purchaseWords() map[Field]string {
	m := maps.Clone(known)
	for f := range m {
		if f == fieldReference || f == FieldCustomer || slices.Contains(referenceFields, f) {
			delete(m, f)
		}
	}
	m[FieldNumber] = "po; po no; purchase order; purchase order no; order no; order; document no; " +
		"orden compra; no orden compra; oc; no oc; pedido; no pedido; " +
		"commande; no commande; commande no; bon commande; commande achat; no commande achat; cde; no cde; " +
		"bestellung; bestellnummer; bestell nr; bestellnr"
	m[FieldWarehouse] = "warehouse; whse; wh; warehouse no; whse no; site; plant; facility; dc; distribution center; branch; ship to; ship to no; ship to warehouse; deliver to; destination; destination warehouse; " +
		"receiving warehouse; almacen; bodega; no almacen; centro; almacen destino; destino; entregar; entrepot; depot; magasin; entrepot destination; livrer; destination; lager; lagerort; werk; lieferort"
	m[FieldLine] = "line; line no; po line; po line no; item line; line item; position; pos; pos no; linea; no linea; partida; renglon; ligne; no ligne; poste; zeile; positionsnummer"
	m[FieldShipOn] += "; ready date; ready on; cargo ready; cargo ready date; available on; fecha disponible; fecha lista; date disponibilite; pret le; bereit am"
	return m
}

// purchaseRoles: the vendor is the party; the parts of other addresses are left alone.
var purchaseRoles = map[role]string{
	roleConsignee: "vendor; supplier; ship from; from; origin; shipper; sender; pickup; pick up; proveedor; remitente; origen; recoleccion; fournisseur; expediteur; origine; enlevement; lieferant; absender; abholung",
	roleOther: "bill to; billto; sold to; soldto; invoice; invoice to; third party; ship to; shipto; consignee; deliver to; delivery; dest; destination; receiver; recipient; buyer; customer; cust; client; cliente; kunde; kunden; " +
		"destinatario; consignatario; entrega; entregar; destino; facturar; facturacion; comprador; destinataire; livraison; livrer; facturation; facturer; acheteur; empfanger; rechnung; rechnungs",
}
