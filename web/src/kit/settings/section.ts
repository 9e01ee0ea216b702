import { msg } from '@lingui/core/macro'
import { type Declared, defineForm } from '../form/defineForm'
import { openForm } from '../form/FormDialog'
import { wholeFields } from '../form/plain'
import { theRemote } from '../remote/remote'
import { inWords, type Words } from '../words/words'

/** A setting of a section: a field of its form, and how its value reads. */
type Setting<Q, K extends keyof Q> = Declared<Q, K> & {
  /** How a value reads; a switch is On or Off, and what is empty is not set. */
  shows?: (value: NonNullable<Q[K]>) => Words
  /** Every organization has its own: there is no default to go back to. */
  own?: boolean
}

export interface SectionSpec<Q extends object> {
  /** As the server calls it. */
  key: string
  title: Words
  /** What the settings of the section are about. */
  meaning: Words
  fields: { [K in keyof Q]?: Setting<Q, K> }
}

interface Line {
  name: string
  label: Words
  hint?: Words
  own: boolean
  reads: (value: unknown) => Words
}

/** A section of an organization's settings. The Go half is resource.Section. */
export interface Section {
  key: string
  title: Words
  meaning: Words
  lines: Line[]
  /** Opens the section's form. Resolves to undefined where it was closed. */
  change: (values: Values) => Promise<unknown>
  /** Saves what an organization begins with, in place of all that has a default. */
  reset: (values: Values, first: Values) => Promise<unknown>
}

export type Values = Readonly<Record<string, unknown>>

const nothing = (value: unknown) => value === undefined || value === null || value === ''

/** Whether a setting departs from what an organization begins with. */
export const departs = (line: Line, values: Values, first: Values) => !line.own && (values[line.name] ?? '') !== (first[line.name] ?? '')

/** Whether a section or one of its settings speaks of what is looked for. */
export function speaksOf(section: Section, line: Line, text: string) {
  const wanted = text.trim().toLocaleLowerCase()
  return [section.title, section.meaning, line.label, line.hint ?? ''].map(inWords).join(' ').toLocaleLowerCase().includes(wanted)
}

/** Declares a section: `Q` is the request that saves it. */
export function section<Q extends object>(op: string, { key, title, meaning, fields }: SectionSpec<Q>): Section {
  const form = defineForm<Q>(op, { title, intro: meaning, fields, submit: msg`Save`, done: msg`Settings saved` })
  const lines = wholeFields(form).map(({ name, field }): Line => {
    const { shows, own } = fields[name] ?? {}
    return {
      name,
      label: field.label,
      ...(field.hint ? { hint: field.hint } : {}),
      own: own ?? false,
      reads: (value) =>
        nothing(value)
          ? msg`Not set`
          : shows
            ? shows(value as NonNullable<Q[keyof Q & string]>) // the server's value of this very field
            : typeof value === 'boolean'
              ? value
                ? msg`On`
                : msg`Off`
              : String(value),
    }
  })
  return {
    key,
    title,
    meaning,
    lines,
    change: (values) => openForm(form, values as Partial<Q>), // what the section's call takes
    reset: (values, first) =>
      theRemote().submit(op, { ...values, ...Object.fromEntries(lines.filter((l) => !l.own).map((l) => [l.name, first[l.name]])) }),
  }
}
