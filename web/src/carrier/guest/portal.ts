import type { Ops } from '@sync/gen/api'
import { ask, reach } from '@/kit/guest/ask'
import { kept } from '@/kit/guest/kept'
import type { Draft as Kept } from '@/kit/guest/useAnswer'
import { useLink } from '@/kit/guest/useLink'

export type Shown = Ops['CarrierPortal/Open']['resp']
export type Load = Ops['CarrierPortal/Load']['resp']
export type Row = Shown['loads'][number]
export type Tell = Ops['CarrierPortal/Tell']['req']

// The secret stands behind the #, which travels to no server by itself.
const token = location.hash.slice(1)
export const held = { AccessID: token || '-' }
/** Whether the page was opened by a link at all, or by its bare address. */
export const linked = token !== ''
/** Whose portal a bare address means: by the address in the mail, or by the link that this device opened last. It is no secret. */
export const shipperAsked = () => new URLSearchParams(location.search).get('of') || kept.read<string>('lading.carrier.of') || ''
/** What the device keeps of a link that opened: whose portal it is. */
export const keepShipper = () => kept.write('lading.carrier.of', token.split('.')[0] ?? '')
export const renew = () => ask('CarrierPortal/SendNewLink', held)

export const usePortal = () =>
  useLink<Shown>({
    key: `carrier.${token.slice(-6)}`, // too little of the secret to be one
    ask: (again) => ask('CarrierPortal/Open', { ...held, Again: again }),
    now: (s) => s.now,
    open: () => true,
  })

/** One load with what was told, sent and billed of it. */
export const useLoad = (id: string) =>
  useLink<Load>({
    key: `carrier.${token.slice(-6)}.${id}`,
    ask: () => ask('CarrierPortal/Load', { ...held, ShipmentId: id }),
    now: () => null,
    open: () => false,
  })

/** What the device keeps a form's draft of a load under: no secret, so that a new link finds it again. */
export const draftKey = (scac: string, load: string, form: string) => `lading.carrier.${scac}.${load}.${form}`

/** A form of a load, as it is typed. */
export interface Typed<R> extends Kept {
  given: R
}

/** Fields of a form that the server refused, by name. */
export const refusals = (fields: readonly { field: string; message: string }[] = []) =>
  Object.fromEntries(fields.map((f) => [f.field, f.message]))

/** A file is known by its content: chosen again after a reply that was lost, it is the one that is there. */
async function keyOf(file: File, load: string, proof: boolean): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', await new Blob([load, proof ? '/pod/' : '/', file.name, '/', file]).arrayBuffer())
  return [...new Uint8Array(sum)]
    .map((b) => b.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 40)
}

export async function bring(file: File, load: string, proof: boolean): Promise<void> {
  const form = new FormData()
  form.append('AccessID', held.AccessID)
  form.append('ShipmentId', load)
  form.append('FileId', await keyOf(file, load, proof))
  form.append('IsPOD', String(proof))
  form.append('file', file)
  await reach('CarrierPortal/Upload', form, 120_000)
}

/** Fetches a paper and has the browser save it. */
export async function fetchPaper(load: string, id: string, name: string): Promise<void> {
  const res = await reach('CarrierPortal/Paper', JSON.stringify({ ...held, ShipmentId: load, DocumentId: id }), 120_000)
  const address = URL.createObjectURL(await res.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
