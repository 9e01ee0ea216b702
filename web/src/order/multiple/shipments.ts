import { msg } from '@lingui/core/macro'
import type { RatingCandidate, RatingKept } from '@sync/gen/api'
import type { Shipment } from '@sync/gen/tables'
import { windowWrong } from '@/kit/form/pickupWindow'
import { measure, money } from '@/kit/format/measure'
import type { Choice, GridColumn } from '@/kit/grid/column'
import { statuses } from '@/kit/status/statuses'
import type { Words } from '@/kit/words/words'
import { termsWords } from '@/shipment/public'

/** A shipment in the grid, with the rating that is kept with it. */
export interface Row {
  shipment: Shipment
  rating: RatingKept | undefined
}

const made = new WeakMap<Shipment, Row>()

/** The row of a shipment: the object of before, where neither it nor its rating changed. */
export function rowOf(shipment: Shipment, rating?: RatingKept): Row {
  const before = made.get(shipment)
  const row = before && before.rating === rating ? before : { shipment, rating }
  made.set(shipment, row)
  return row
}

type Text = (w: Words) => string
const clock = /^([01]\d|2[0-3]):[0-5]\d$/

const column = (key: string, label: Words, of: (s: Shipment) => string, more: Partial<GridColumn<Row>> = {}): GridColumn<Row> => ({
  key,
  label,
  locked: true,
  text: (r) => of(r.shipment),
  ...more,
})

const what = (text: Text, locale: string): GridColumn<Row>[] => [
  column('orders', msg`Orders`, (s) => s.orders.join(' '), { width: 130 }),
  column('consignee', msg`Consignee`, (s) => s.destination.name, { width: 180 }),
  column('place', msg`To`, (s) => [s.destination.city, s.destination.state].filter(Boolean).join(', '), { width: 130 }),
  column('terms', msg`Terms`, (s) => text(termsWords[s.terms]), { width: 95 }),
  column('pallets', msg`Pallets`, (s) => String(s.pallets), { kind: 'whole', width: 75 }),
  column('weight', msg`Weight`, (s) => measure(s.weight, locale), { width: 100, figures: true }),
]
const number = column('number', msg`Shipment`, (s) => s.number, { width: 110, frozen: true })
/** What became of the last try: in words, beside the number. As long as nothing was tried it takes no more room than its title. */
const said = (width: number) => column('said', msg`Last try`, () => '', { width, marks: true })

/** When the truck comes; what is typed here goes out as a change of the pickup. */
const pickup: GridColumn<Row>[] = [
  column('shipOn', msg`Pickup date`, (s) => s.shipOn, { kind: 'day', locked: false, required: true, width: 120 }),
  column('from', msg`Window from`, (s) => s.pickupFrom, {
    kind: 'clock',
    locked: false,
    width: 134,
    check: (from, of) => (from === '' && of('to') !== '' ? msg`Enter when the window begins.` : undefined),
  }),
  column('to', msg`Window until`, (s) => s.pickupTo, {
    kind: 'clock',
    locked: false,
    width: 134,
    check: (to, of) => (clock.test(of('from')) ? windowWrong(to, of('from')) : undefined),
  }),
]

/** Candidates that have a price, by what the cell calls them: the carrier, and its contract where it has two. */
export function offersOf(r: Row): { name: string; candidate: RatingCandidate }[] {
  const priced = (r.rating?.candidates ?? []).filter((c) => c.totalMinor > 0)
  return priced.map((candidate) => ({
    candidate,
    name:
      priced.filter((c) => c.carrier === candidate.carrier).length > 1
        ? `${candidate.carrier} · ${candidate.tariffName}`
        : candidate.carrier,
  }))
}

export const offerOf = (r: Row, name: string) => offersOf(r).find((o) => o.name === name)?.candidate

const chosen = (r: Row) =>
  offersOf(r).find((o) => o.candidate.id === r.rating?.chosen)?.name ?? (r.shipment.terms === 'P' ? '' : r.shipment.carrier)

export interface RateWords {
  text: Text
  locale: string
  carriers: readonly Choice[]
  /** Why there is no price. */
  say: (code: string) => string | undefined
  /** Some row says what became of its last try. */
  tried: boolean
}

/** Rate & Route: who takes it, for how much, and when. The default choice stands in the cell; another is typed or picked. */
export function rateColumns({ text, locale, carriers, say, tried }: RateWords): GridColumn<Row>[] {
  const price = (c: RatingCandidate) => money(c.totalMinor, c.currency, locale)
  return [
    number,
    said(tried ? 290 : 90),
    {
      key: 'carrier',
      label: msg`Carrier`,
      kind: 'choice',
      open: true,
      width: 180,
      text: chosen,
      choices: (r) => {
        const offers = offersOf(r)
        return offers.length > 0
          ? offers.map(({ name, candidate: c }) => ({
              value: name,
              label: `${c.carrierName} · ${price(c)}${c.days ? ` · ${c.days} d` : ''}`,
            }))
          : carriers
      },
      check: (name, _, r) =>
        name && !offerOf(r, name) && !carriers.some((c) => c.value === name) ? msg`${name} is not one of your carriers.` : undefined,
    },
    {
      key: 'price',
      label: msg`Price`,
      locked: true,
      figures: true,
      width: 185,
      text: (r) => r.rating?.chosen ?? '',
      show: (_, r, of) => {
        const c = offerOf(r, of('carrier'))
        if (c) return price(c)
        if (!r.rating) return text(msg`not rated`)
        return r.rating.code ? (say(r.rating.code) ?? '') : text(msg`no price`)
      },
    },
    {
      key: 'days',
      label: msg`Days`,
      locked: true,
      figures: true,
      width: 60,
      text: () => '',
      show: (_, r, of) => String(offerOf(r, of('carrier'))?.days || ''),
    },
    ...pickup,
    ...what(text, locale),
  ]
}

/** What is scheduled, confirmed, on the road and delivered. The pickup can still be changed until the truck has gone. */
export function roadColumns(text: Text, locale: string, { movable, tried }: { movable: boolean; tried: boolean }): GridColumn<Row>[] {
  return [
    number,
    said(tried ? 290 : 90),
    column('status', msg`Status`, (s) => text(statuses[s.status].label), { width: 110 }),
    column('carrier', msg`Carrier`, (s) => s.carrierName, { width: 200 }),
    ...(movable ? pickup : pickup.map((c) => ({ ...c, locked: true, required: false }))),
    column('bol', msg`BOL`, (s) => s.bol, { width: 170 }),
    column('pro', msg`PRO`, (s) => s.pro, { width: 120 }),
    ...what(text, locale),
  ]
}
