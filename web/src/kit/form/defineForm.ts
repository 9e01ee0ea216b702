import type { ComponentType } from 'react'
import type { Words } from '../words/words'
import type { Labelled } from './labels'

/** What every input of a form is given. An input is any component that takes these. */
export interface InputProps<V> {
  id: string
  name: string
  label: string
  hint?: string
  error?: string
  /** What is wrong below this field, by its path from here: "[1].Weight" of a list, ".zip" of an address. */
  errors?: Record<string, string>
  required?: boolean
  disabled?: boolean
  value: V | undefined
  onChange: (value: V | undefined) => void
}

export interface Field<Args, K extends keyof Args> {
  label: Words
  input: ComponentType<InputProps<NonNullable<Args[K]>>>
  hint?: Words
  required?: boolean
  /** A rule of this field, told before anything is sent. */
  check?: (value: Args[K] | undefined, all: Partial<Args>) => Words | undefined
  /** The same for what is below the field, by path: a line of goods, a part of an address. */
  below?: (value: Args[K] | undefined, all: Partial<Args>) => Record<string, Words>
  /** What the summary calls something below the field, from the outside in: "Line 2", "Weight" of "[1].Weight". Without it, the field's own label. */
  part?: (path: string) => Words[]
  /** What else of the form changes with it, from what the form held before: the parts of another field that name this one's lines. */
  also?: (value: Args[K] | undefined, was: Partial<Args>) => Partial<Args>
  /** Shown only then; a hidden field is not sent. */
  when?: (all: Partial<Args>) => boolean
  /** A password and the like: never kept in a draft. */
  secret?: boolean
  /** Fields with the same number stand in one row where there is room. */
  row?: number
}

/** A field as a form declares it: its label may come from the dictionary, and its input from what the request's type says of it. */
export type Declared<Args, K extends keyof Args> = Omit<Field<Args, K>, 'label' | 'input'> &
  (K extends Labelled ? { label?: Words } : { label: Words }) &
  (NonNullable<Args[K]> extends string | boolean | string[] ? Partial<Pick<Field<Args, K>, 'input'>> : Pick<Field<Args, K>, 'input'>)

/** The last change of what a form is about. */
export interface Latest {
  /** Grows with every change. */
  n: number
  /** Whose it was, where the rows tell. */
  userId?: string
  by?: string
  at?: string | null
}

export interface FormSpec<Args extends object, Answer = unknown> {
  /** The call's path; it names the draft too. */
  op: string
  title: Words
  intro?: Words
  fields: { [K in keyof Args]?: Declared<Args, K> }
  /** Save, where it says nothing else. */
  submit?: Words
  /** Said in a toast when it is done; that it is saved, where the button says no more. */
  done?: Words | ((typed: Partial<Args>) => Words)
  /** What it was about, said behind that: a number, a name. The toast is read away from the screen, too. */
  of?: (typed: Partial<Args>) => string | undefined | Promise<string | undefined>
  /** Turns what was typed into the call's request, where the two differ (two fields for one new password). */
  toRequest?: (typed: Partial<Args>) => object | Promise<object>
  /** The request's field that names what was typed over: of the rest the server keeps what there is by then. */
  changed?: keyof Args & string
  /** What happens on submit; the kit's own send or call if left out. `key` is this form's until the server has answered it. */
  run?: (request: object, key: string) => Promise<Answer>
  /** The form's name of a field of the wire, where the request is built another way than the form. */
  ofWire?: (field: string) => string
  /** Drafts are kept per subject: the same form for another shipment starts empty. */
  subject?: (initial: Partial<Args>) => string
  /** Read from the local rows, and again whenever they change: what somebody else does to it while the form is open is told, and nothing typed is touched. */
  latest?: (initial: Partial<Args>) => Promise<Latest | undefined>
  wide?: boolean
}

/**
 * Declares a form. Keys are checked against the request's type, so a renamed Go field is a compile error here. A form with neither
 * `toRequest` nor `run` holds the request: what its fields must be stands at the fields of the Go struct, and nowhere else.
 */
export function defineForm<Args extends object, Answer = unknown>(
  op: string,
  spec: Omit<FormSpec<Args, Answer>, 'op'>,
): FormSpec<Args, Answer> {
  return { op, ...spec }
}
