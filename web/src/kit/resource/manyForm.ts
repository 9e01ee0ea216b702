import { msg } from '@lingui/core/macro'
import { type Declared, defineForm } from '../form/defineForm'
import { LongText } from '../form/inputs'
import { labelOf } from '../form/labels'
import { readTable } from '../grid/clipboard'
import type { Words } from '../words/words'
import type { Resource } from './resource'

/** Rows that were pasted, by field: the first line names the columns. Heads that name no field are told, since what stands below them would be lost. */
export function rowsOf(text: string, heads: ReadonlyMap<string, string>) {
  const [first = [], ...lines] = readTable(text).filter((cells) => cells.some((c) => c.trim()))
  const fields = first.map((h) => heads.get(h.trim().toLocaleLowerCase()))
  return {
    unknown: first.filter((h, n) => h.trim() && !fields[n]),
    rows: lines.map((cells) => Object.fromEntries(fields.flatMap((f, n) => (f ? [[f, (cells[n] ?? '').trim()]] : [])))),
  }
}

/** Many rows of a resource at once, pasted from a spreadsheet. All of them are taken, or none. */
export function manyForm<R extends Q, Q extends object>(of: Resource<R, Q>, words: (w: Words) => string) {
  const { op, field } = of.many ?? { op: '', field: '' }
  const fields = Object.entries(of.form.fields) as [string, Declared<Q, keyof Q>][] // Object.entries forgets the keys' type
  const labels = fields.map(([name, f]) => [name, words(f.label ?? labelOf(name))] as const)
  const heads = new Map(labels.flatMap(([name, label]) => [name, label].map((h) => [h.toLocaleLowerCase(), name] as const)))
  const list = labels.map(([, label]) => label).join(', ')
  const labelled = new Map(labels)
  return defineForm<Record<string, string>>(op, {
    title: msg`Paste rows`,
    intro: msg`Copy rows from a spreadsheet with the column heads above them: ${list}. A row whose code is known changes it.`,
    fields: {
      [field]: {
        label: msg`Rows`,
        input: LongText,
        required: true,
        check: (text) => {
          const { unknown, rows } = rowsOf(text ?? '', heads)
          const names = unknown.join(', ')
          return names ? msg`No such column: ${names}` : rows.length === 0 ? msg`There is no row below the column heads.` : undefined
        },
        part: (path) => {
          const [, n = '0', name = ''] = /^\[(\d+)\]\.?(.*)$/.exec(path) ?? []
          const row = Number(n) + 1
          return [msg`Row ${row}`, labelled.get(name) ?? name]
        },
      },
    },
    toRequest: (typed) => ({ [field]: rowsOf(typed[field] ?? '', heads).rows.map((r) => ({ ...of.fresh, ...r })) }),
  })
}
