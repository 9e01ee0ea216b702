import type { FieldRule } from '@sync/gen/fields'
import type { ComponentType } from 'react'
import type { Declared, Field, FormSpec, InputProps } from './defineForm'
import { Decimal } from './figures'
import { Day, Email, Phone, Several, Text, Toggle } from './inputs'
import { labelOf } from './labels'
import { fieldsOf } from './rules'

type Input = ComponentType<InputProps<never>>

/** The input that a field has where its form names none. */
function inputFor(rule: FieldRule | undefined, name: string): Input {
  const checks = rule?.checks ?? []
  const found = checks.includes('day')
    ? Day
    : checks.includes('email')
      ? Email
      : rule?.kind === 'flag'
        ? Toggle
        : rule?.kind === 'list'
          ? Several
          : rule?.kind === 'decimal'
            ? Decimal
            : /phone/i.test(name)
              ? Phone
              : Text
  return found as unknown as Input // each takes what the wire has of the kind that it was chosen by
}

/** What the request's fields must be, where the form holds the request. */
export const rulesOf = <Args extends object, Answer>(spec: FormSpec<Args, Answer>) => (spec.toRequest || spec.run ? {} : fieldsOf(spec.op))

/** The fields of a form with all that they leave to the dictionary and to the request's type. */
export function wholeFields<Args extends object, Answer>(spec: FormSpec<Args, Answer>) {
  const rules = rulesOf(spec)
  const declared = Object.entries(spec.fields) as [keyof Args & string, Declared<Args, keyof Args>][] // Object.entries forgets the keys' type
  return declared.map(([name, field]) => ({
    name,
    field: {
      ...field,
      label: field.label ?? labelOf(name),
      input: field.input ?? inputFor(rules[name], name),
      required: field.required ?? rules[name]?.required,
    } as Field<Args, keyof Args>, // each part is of this field
  }))
}
