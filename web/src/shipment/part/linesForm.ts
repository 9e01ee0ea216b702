import { msg } from '@lingui/core/macro'
import type { FreightItem } from '@sync/gen/tables'
import { defineForm, type Field, type FormSpec } from '@/kit/form/defineForm'
import { Count, Day } from '@/kit/form/inputs'
import type { Words } from '@/kit/words/words'

/** What goes later of each line, by `line0`, `line1` and so on, and when. */
export type Later = Record<string, number | string | undefined>

/** So much of a line, as the wire has it. */
export interface LinePart {
  Line: number
  Pieces: number
}

/** The parts that a person typed. */
export const partsOf = (items: readonly FreightItem[], typed: Partial<Later>): LinePart[] =>
  items.flatMap((_, Line) => {
    const Pieces = Number(typed[`line${Line}`] ?? 0)
    return Pieces > 0 ? [{ Line, Pieces }] : []
  })

/** Fields of this form have types of their own; all of them stand under names that are made from the lines. */
const input = (of: unknown) => of as Field<Later, string>['input']

const name = (it: FreightItem) => `${it.description || it.code} · ${it.pieces} ${it.packageType}`

interface Of {
  op: string
  title: Words
  intro: Words
  submit: Words
  done: Words
  subject: string
  items: readonly FreightItem[]
  /** Whether a day can be named on which it goes. */
  day?: boolean
  toRequest: (parts: LinePart[], shipOn: string | undefined) => object
}

/** Asks how many pieces of each line go later. */
export function linesForm<Answer>({ op, title, intro, submit, done, subject, items, day, toRequest }: Of): FormSpec<Later, Answer> {
  const all = items.reduce((n, it) => n + it.pieces, 0)
  const line = (it: FreightItem, n: number): Field<Later, string> => ({
    label: name(it),
    input: input(Count),
    check: (pieces, typed) => {
      if (Number(pieces ?? 0) > it.pieces) return msg`There is not so much of it.`
      const parts = partsOf(items, typed)
      if (n > 0) return undefined
      const taken = parts.reduce((sum, p) => sum + p.Pieces, 0)
      if (taken === 0) return msg`Enter what goes later.`
      return taken >= all ? msg`Something has to stay.` : undefined
    },
  })
  return defineForm<Later, Answer>(op, {
    title,
    intro,
    fields: {
      ...Object.fromEntries(items.map((it, n) => [`line${n}`, line(it, n)])),
      ...(day ? { shipOn: { label: msg`Ship date of what goes later`, input: input(Day) } } : {}),
    },
    submit,
    done,
    subject: () => subject,
    toRequest: (typed) => toRequest(partsOf(items, typed), typed.shipOn as string | undefined), // the day's own field
  })
}
