/**
 * The labels of the form. English stands always, since it is what the law and the trade read; a reader of Spanish or French finds a second label
 * beside it. The same words are on the paper (server/document/bill/words.go); contract texts exist in English alone, because two texts would be two contracts.
 */
export const labels = {
  title: ['BILL OF LADING', 'Conocimiento de embarque', 'Connaissement'],
  date: ['Date', 'Fecha', 'Date'],
  from: ['SHIP FROM', 'Remitente', 'Expéditeur'],
  to: ['SHIP TO', 'Destinatario', 'Destinataire'],
  billTo: ['FREIGHT CHARGES BILL TO', 'Flete facturado a', 'Port facturé à'],
  special: ['SPECIAL INSTRUCTIONS', 'Instrucciones', 'Instructions'],
  exceptions: ['EXCEPTIONS NOTED AT LOADING', 'Excepciones al cargar', 'Réserves au chargement'],
  number: ['Bill of Lading Number', 'N.º de conocimiento', 'N° de connaissement'],
  carrier: ['Carrier name', 'Transportista', 'Transporteur'],
  trailer: ['Trailer number', 'N.º de remolque', 'N° de remorque'],
  seal: ['Seal number(s)', 'Sellos', 'Scellés'],
  pro: ['PRO number', 'N.º PRO', 'N° PRO'],
  terms: ['Freight charge terms', 'Condiciones de flete', 'Conditions de port'],
  P: ['Prepaid', 'Pagado', 'Payé'],
  C: ['Collect', 'Por cobrar', 'Dû'],
  T: ['3rd party', 'Tercero', 'Tiers'],
  orders: ['CUSTOMER ORDER INFORMATION', 'Pedidos del cliente', 'Commandes du client'],
  orderNo: ['Customer order number', 'Pedido', 'Commande'],
  packages: ['# Pkgs', 'Bultos', 'Colis'],
  weight: ['Weight', 'Peso', 'Poids'],
  goods: ['CARRIER INFORMATION', 'Mercancía', 'Marchandise'],
  units: ['Handling units', 'Unidades', 'Unités'],
  hm: ['H.M.', 'M.P.', 'M.D.'],
  commodity: ['Commodity description', 'Descripción', 'Désignation'],
  class: ['Class', 'Clase', 'Classe'],
  total: ['GRAND TOTAL', 'Total general', 'Total général'],
  emergency: ['EMERGENCY RESPONSE TELEPHONE', 'Teléfono de emergencia', 'Téléphone d’urgence'],
  contract: ['EMERGENCY RESPONSE CONTRACT', 'Contrato de respuesta a emergencias', 'Contrat d’intervention d’urgence'],
  loaded: ['Trailer loaded', 'Cargó', 'Chargé par'],
  counted: ['Freight counted', 'Contó', 'Compté par'],
  shipper: ['By shipper', 'Remitente', 'Expéditeur'],
  driver: ['By driver', 'Conductor', 'Chauffeur'],
  'driver-pallets': ['By driver / pallets said to contain', 'Conductor / tarimas', 'Chauffeur / palettes'],
  'driver-pieces': ['By driver / pieces', 'Conductor / piezas', 'Chauffeur / pièces'],
} as const satisfies Record<string, readonly [string, string, string]>

export type Label = keyof typeof labels

/** The second label, or nothing where it would say the same again. */
export function second(label: Label, locale: string): string | undefined {
  const [en, es, fr] = labels[label]
  const word = locale.startsWith('es') ? es : locale.startsWith('fr') ? fr : en
  return word === en ? undefined : word
}

/** What the driver's signature is put under, as on the paper. */
export const law = [
  'RECEIVED, subject to the rates, classifications and rules agreed in writing between carrier and shipper or, where there are none, to those the carrier has established and makes available to the shipper on request, and to all applicable state and federal regulations.',
  'NOTE: Liability limitation for loss or damage in this shipment may apply. See 49 U.S.C. § 14706(c)(1)(A) and (B).',
  'Carrier acknowledges receipt of the packages and required placards, and certifies that emergency response information was made available or that carrier has the U.S. DOT emergency response guidebook or equivalent in the vehicle. Property described above is received in apparent good order, except as noted.',
] as const
