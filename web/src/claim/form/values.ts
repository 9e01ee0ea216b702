import { msg } from '@lingui/core/macro'
import type { PdfformField } from '@sync/gen/api'
import type { Words } from '@/kit/words/words'
import { kinds, type Proof, proofs } from '../case/words'

/** What a form may say of a claim, by the server's names. Lines and evidence have names of their own below. */
const names: Record<string, Words> = {
  number: msg`Claim number`,
  kind: msg`Kind`,
  salvageBy: msg`Who keeps the goods`,
  concealed: msg`Concealed damage`,
  amount: msg`Amount claimed`,
  goods: msg`Value of the goods`,
  freight: msg`Freight charges`,
  salvage: msg`Salvage`,
  currency: msg`Currency`,
  statement: msg`Statement of what happened`,
  lines: msg`All lines`,
  evidence: msg`All evidence`,
  begun: msg`Started on`,
  filed: msg`Filed on`,
  today: msg`Day of the document`,
  preparedBy: msg`Prepared by`,
  shipment: msg`Shipment number`,
  bol: msg`BOL`,
  pro: msg`PRO`,
  shipped: msg`Ship date`,
  delivered: msg`Delivered`,
  due: msg`Due day of delivery`,
  pieces: msg`Pieces`,
  weight: msg`Weight`,
  weightUnit: msg`Unit of weight`,
  carrier: msg`Carrier`,
  scac: msg`SCAC`,
  carrierNumber: msg`Carrier's claim number`,
  carrierContact: msg`Claims contact`,
  carrierEmail: msg`Carrier's e-mail`,
  carrierPhone: msg`Carrier's phone`,
  carrierAddress: msg`Carrier's address`,
  claimant: msg`Claimant`,
  reference: msg`Claimant's reference`,
  contact: msg`Contact`,
  email: msg`E-mail`,
  phone: msg`Phone`,
}

const parties: Record<string, Words> = {
  shipper: msg`Shipper`,
  consignee: msg`Consignee`,
  mail: msg`Claimant's mail`,
  payment: msg`Payment to`,
  inspection: msg`Inspection at`,
}

const parts: Record<string, Words> = {
  Name: msg`Name`,
  Address: msg`Address`,
  Street: msg`Street`,
  City: msg`City`,
  State: msg`State`,
  Zip: msg`ZIP`,
}

const columns: Record<string, Words> = {
  code: msg`Item`,
  description: msg`Description`,
  pieces: msg`Pieces`,
  weight: msg`Weight`,
  unit: msg`Value per piece`,
  amount: msg`Amount`,
  note: msg`Note`,
}

export const groups: Record<string, Words> = {
  claim: msg`Claim`,
  shipment: msg`Shipment`,
  carrier: msg`Carrier`,
  claimant: msg`Claimant`,
  proof: msg`Evidence`,
  line: msg`Lines`,
}

export const fieldTypes: Record<PdfformField['Type'], Words> = {
  text: msg`Text`,
  date: msg`Date`,
  check: msg`Check box`,
  radio: msg`Buttons`,
  choice: msg`Choice`,
}

/** What a word of a claim says: a kind, who keeps the goods. */
export const wordNames: Record<string, Words> = {
  ...kinds,
  claimant: msg`Claimant`,
  carrier: msg`Carrier`,
  USD: 'USD',
  CAD: 'CAD',
  MXN: 'MXN',
  yes: msg`Yes`,
}

/** A value's name for people. */
export function valueName(name: string, words: (w: Words) => string): string {
  const known = names[name]
  if (known) return words(known)
  const proof = /^proof-(.+)$/.exec(name)?.[1] as Proof | undefined
  if (proof && proofs[proof]) return words(proofs[proof])
  const line = /^line(\d+)-(.+)$/.exec(name)
  const column = columns[line?.[2] ?? '']
  if (line && column) {
    const [n, of] = [Number(line[1]), words(column)]
    return words(msg`Line ${n}: ${of}`)
  }
  const party = /^(shipper|consignee|mail|payment|inspection)(Name|Address|Street|City|State|Zip)$/.exec(name)
  const [who, part] = [parties[party?.[1] ?? ''], parts[party?.[2] ?? '']]
  return who && part ? `${words(who)}: ${words(part)}` : name
}
