import { heldFilesOf } from '@/kit/guest/heldFiles'
import { kept } from '@/kit/guest/kept'
import type { Draft as Kept } from '@/kit/guest/useAnswer'

/** What a carrier has typed and not sent. */
export interface Draft extends Kept {
  bidding: boolean
  amounts: Record<string, string>
  /** Other than what is asked in, where a price may be given in it. */
  currency?: string
  days: string
  note: string
  reason: string
  name: string
  phone: string
}

export const nothingTyped: Draft = {
  bidding: true,
  amounts: {},
  days: '',
  note: '',
  reason: '',
  name: '',
  phone: '',
  waiting: false,
  at: 0,
}

const prefix = 'lading.quote.'
const read = <T>(key: string) => kept.read<T>(prefix + key)
const keep = (key: string, value: unknown) => kept.write(prefix + key, value)

/** What the device keeps a quote's draft under. */
export const draftKey = (quote: string) => `${prefix}draft.${quote}`

/** The same for many loads that were asked in one go. */
export const readTyped = <T>(quote: string) => read<Record<string, T>>(`sheet.${quote}`) ?? {}
export const keepTyped = (quote: string, typed: object) => keep(`sheet.${quote}`, typed)
/** Who fills the sheet in, kept on the device beside the answers. */
export const readName = (quote: string) => read<string>(`name.${quote}`) ?? ''
export const keepName = (quote: string, name: string) => keep(`name.${quote}`, name)

/** The shipper's papers, for knowing of them without a connection. */
export const keptPapers = {
  read: <T>(quote: string) => read<T>(`papers.${quote}`),
  keep: (quote: string, papers: unknown) => keep(`papers.${quote}`, papers),
}

/** The files of a draft. */
export const heldFiles = heldFilesOf('lading-quote')
