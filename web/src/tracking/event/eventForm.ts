import { msg } from '@lingui/core/macro'
import type { TrackingDossier, TrackingNoteReq } from '@sync/gen/api'
import { defineForm, type FormSpec } from '@/kit/form/defineForm'
import { choice, DayTime } from '@/kit/form/inputs'
import { transitSteps } from '@/kit/words/transitSteps'
import type { Words } from '@/kit/words/words'
import { PlaceInput } from '../PlaceInput'
import { type Code, etaNames, oceanCodes, railCodes } from '../words'

const named = (codes: readonly Code[]) => choice(codes.map((value) => ({ value, label: transitSteps[value] })))
const due = (codes: readonly Code[]) => choice(codes.map((value) => ({ value, label: etaNames[value] ?? '' })))

const form = (title: Words, codes: readonly Code[], estimate: boolean): FormSpec<TrackingNoteReq, TrackingDossier> =>
  defineForm<TrackingNoteReq, TrackingDossier>('Tracking/NoteEvent', {
    title,
    fields: {
      Code: estimate ? { label: msg`ETA of`, input: due(codes.filter((c) => etaNames[c])) } : { label: msg`Event`, input: named(codes) },
      Place: { label: msg`Place`, input: PlaceInput, row: 1 },
      EventAt: { label: msg`Date and time there`, hint: msg`Local time of the place`, input: DayTime, row: 1 },
      ...(codes === oceanCodes ? { Vessel: { label: msg`Vessel`, row: 2 }, Voyage: { label: msg`Voyage`, row: 2 } } : {}),
      Note: { label: estimate ? msg`Reason` : msg`Note` },
    },
    subject: (e) => `${e.ContainerId ?? ''} ${e.Corrects ?? ''}`,
  })

/** An event or an ETA as a person knows it, by the journey. */
export const eventForms = {
  container: { event: form(msg`Add event`, oceanCodes, false), eta: form(msg`Change the ETA`, oceanCodes, true) },
  car: { event: form(msg`Add event`, railCodes, false), eta: form(msg`Change the ETA`, railCodes, true) },
}
export const correctForms = {
  container: form(msg`Correct event`, oceanCodes, false),
  car: form(msg`Correct event`, railCodes, false),
}
