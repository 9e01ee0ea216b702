import type { ClaimFormValue, ClaimMapped, PdfformField } from '@sync/gen/api'

/** What stands for "a text" among the values that a field may take. */
export const asText = ' text'

/** A mapping of a field that says nothing yet. */
export const blank = (field: string): ClaimMapped => ({ Field: field, From: '', Text: '', Is: '', Format: '', Picks: [] })

/** The mappings with one changed; one that says nothing is left out. */
export function withMapped(maps: readonly ClaimMapped[], m: ClaimMapped): ClaimMapped[] {
  const others = maps.filter((x) => x.Field !== m.Field)
  if (!m.From && !m.Text) return others
  return maps.some((x) => x.Field === m.Field) ? maps.map((x) => (x.Field === m.Field ? m : x)) : [...others, m]
}

/** The mappings that another file of the form has fields for, with its options. */
export function fitting(maps: readonly ClaimMapped[], fields: readonly PdfformField[]): ClaimMapped[] {
  return maps.flatMap((m) => {
    const f = fields.find((x) => x.Name === m.Field)
    return f ? [{ ...m, Picks: m.Picks.filter((p) => f.Options.some((o) => o.Value === p.Option)) }] : []
  })
}

/** A field as people call it: what the form says of it, else its name. */
export const called = (f: PdfformField): string => f.Label || f.Name

/** The values that make sense for a field: a day field takes days, a choice words. A check box and a text take any. */
export const takes = (f: PdfformField, v: ClaimFormValue): boolean =>
  f.Type === 'date'
    ? v.Kind === 'day'
    : f.Type === 'radio' || f.Type === 'choice'
      ? v.Kind === 'word' || v.Kind === 'flag' || v.Name === 'currency'
      : true
