import type { Ops } from '@sync/gen/api'
import { theRemote } from '../remote/remote'

/** Items of the NMFC whose number or goods begin so, each once: of the organisation's own table, and of what was shipped before. */
export async function findNmfc(typed: string): Promise<{ value: string; label: string }[]> {
  if (typed.length < 3) return []
  const request = /^\d/.test(typed) ? { NMFC: typed } : { Description: typed }
  const { Items } = (await theRemote().call('Shipment/GetFilteredNMFCSubMasterDetails', request)) as Answer // typed by its declaration
  const of = new Map<string, { value: string; label: string }>()
  for (const it of Items) {
    if (!of.has(it.nmfc)) of.set(it.nmfc, { value: it.nmfc, label: [it.nmfc, it.description].filter(Boolean).join(' · ') })
  }
  return [...of.values()].slice(0, 20)
}

type Answer = Ops['Shipment/GetFilteredNMFCSubMasterDetails']['resp']
