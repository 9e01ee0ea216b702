import { msg } from '@lingui/core/macro'
import type { RatingCubeProfile, RatingCubeProfileReq } from '@sync/gen/api'
import { defineForm } from '@/kit/form/defineForm'
import { choice } from '@/kit/form/inputs'
import { classes } from '@/kit/rule/classes'

/** From which room on, and below which density, freight is rated by its room. */
export const cubeForm = defineForm<RatingCubeProfileReq, RatingCubeProfile>('Rating/SaveCubeProfile', {
  title: msg`Cube rating profile`,
  fields: {
    Name: {},
    FromFeet: { label: msg`From, cubic feet`, required: true, row: 1 },
    Density: { label: msg`And under, pounds a cubic foot`, required: true, row: 1 },
    Pounds: { label: msg`Rate as, pounds a cubic foot`, required: true, row: 2 },
    Class: {
      label: msg`At class`,
      input: choice<string>(classes.map((value) => ({ value, label: value }))),
      hint: msg`Empty: the class of the first item`,
      row: 2,
    },
    Discount: { label: msg`Discount, percent`, hint: msg`Empty: the contract's own` },
  },
  of: (typed) => typed.Name,
  subject: (initial) => initial.ProfileId ?? '',
})
