import { msg } from '@lingui/core/macro'
import type { RatingCubeProfile, RatingCubeProfileReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice, Text } from '@/kit/form/inputs'
import { classes } from '@/kit/rule/classes'

export interface CubeTyped extends Omit<RatingCubeProfileReq, 'Discount'> {
  Discount: string
}

const figure = (v: string | undefined) => (v && !/^\d{1,6}(\.\d{1,4})?$/.test(v) ? msg`Write a number such as 12.5.` : undefined)

/** From which room on, and below which density, freight is rated by its room. */
export const cubeForm = defineForm<CubeTyped, RatingCubeProfile>('Rating/SaveCubeProfile', {
  title: msg`Cube rating profile`,
  fields: {
    Name: { label: msg`Name`, input: Text, required: true },
    FromFeet: { label: msg`From, cubic feet`, input: Text, required: true, check: figure, row: 1 },
    Density: { label: msg`And under, pounds a cubic foot`, input: Text, required: true, check: figure, row: 1 },
    Pounds: { label: msg`Rate as, pounds a cubic foot`, input: Text, required: true, check: figure, row: 2 },
    Class: {
      label: msg`At class`,
      input: choice<string>(classes.map((value) => ({ value, label: value }))),
      hint: msg`Empty: the class of the first item`,
      row: 2,
    },
    Discount: { label: msg`Discount, percent`, input: Text, check: figure, hint: msg`Empty: the contract's own` },
  },
  submit: msg`Save`,
  done: msg`Saved successfully`,
  of: (typed) => typed.Name,
  subject: (initial) => initial.ProfileId ?? '',
  toRequest: cubeRequest,
})

/** What the form asks for. */
export function cubeRequest(t: Partial<CubeTyped>): RatingCubeProfileReq {
  return {
    ProfileId: t.ProfileId ?? '',
    Name: t.Name ?? '',
    FromFeet: t.FromFeet || '0',
    Density: t.Density || '0',
    Pounds: t.Pounds || '0',
    Class: t.Class ?? '',
    Discount: t.Discount || null,
  }
}
