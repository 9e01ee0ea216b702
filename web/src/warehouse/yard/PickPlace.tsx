import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useRef, useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { newId } from '@/kit/guest/newId'
import { useMediaQuery } from '@/kit/hooks'
import { PlainSelect } from '@/kit/plain/Plain'
import { toasts } from '@/kit/toast/toast'
import { Button, Modal, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import type { Yard } from './useYard'
import { priorities } from './words'
import css from './Yard.module.css'
import { type Move, nowhere, type Spot, spotTyped, type Trailer } from './yard'

/** What is done with the place that is picked; `at` is the name of the one that is meant already. */
export type Picking = { trailer?: Trailer; at?: string } & ({ to: 'ask' } | { to: 'place' } | { to: 'done'; move: Move })

interface Props {
  yard: Yard
  picking: Picking
  onClose: () => void
}

/** To which spot or door? What is typed and Enter is enough; free places are there to tap as well. */
export function PickPlace({ yard, picking, onClose }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const small = useMediaQuery('(max-width: 48em)') ?? false
  const [typed, setTyped] = useState(picking.at ?? '')
  const [chosen, setChosen] = useState('')
  const [priority, setPriority] = useState<Move['priority']>('normal')
  const [note, setNote] = useState('')
  const sent = useRef(false)
  const asks = picking.to === 'ask'
  const trailer = picking.trailer ?? yard.trailers.find((x) => x.id === chosen)
  const found = spotTyped(typed, yard.map.spots)
  const taken = found && trailer ? inTheWay(found, trailer, yard, asks) : undefined
  const unknown = typed.trim() !== '' && !found
  const number = trailer?.number ?? ''
  const pick = async (spot: Spot | undefined, to: Picking['to'] = picking.to) => {
    if (!trailer || sent.current) return
    sent.current = true // a second tap says the same
    try {
      await say(trailer, spot, to)
    } catch (err) {
      sent.current = false
      throw err
    }
    feedback('good')
    onClose()
  }
  const say = async (trailer: Trailer, spot: Spot | undefined, to: Picking['to']) => {
    const place = spot?.place ?? nowhere
    if (to === 'ask') {
      await send('Yard/AskMove', { MoveId: newId(), TrailerId: trailer.id, Priority: priority, Note: note.trim(), ...place })
      toasts.good(t`Move of ${number} requested.`)
    } else if (picking.to === 'done') await send('Yard/DoMove', { MoveId: picking.move.id, TrailerId: trailer.id, ...place })
    else await send('Yard/PlaceTrailer', { TrailerId: trailer.id, ...place })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={asks ? (number ? t`Move ${number} to…` : t`Request a move`) : t`Where does ${number} stand?`}
      size="xl"
      fullScreen={small}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {!picking.trailer && (
        <PlainSelect aria-label={t`Trailer`} className={css.which} value={chosen} onChange={(e) => setChosen(e.currentTarget.value)}>
          <option value="">{t`Which trailer?`}</option>
          {yard.trailers.map((x) => (
            <option key={x.id} value={x.id}>
              {[x.number, x.carrierName, yard.spotOf(x)?.name].filter(Boolean).join(' · ')}
            </option>
          ))}
        </PlainSelect>
      )}
      {asks && (
        <div className={css.ask}>
          <fieldset className={css.priorities}>
            <legend>
              <Trans>Priority</Trans>
            </legend>
            {(Object.keys(priorities) as Move['priority'][]) // the keys of the record
              .map((p) => (
                <label key={p}>
                  <input type="radio" name="priority" checked={priority === p} onChange={() => setPriority(p)} />{' '}
                  {words(priorities[p].label)}
                </label>
              ))}
          </fieldset>
          <TextInput label={t`Note for the yard driver`} maxLength={200} value={note} onChange={(e) => setNote(e.currentTarget.value)} />
        </div>
      )}
      <form
        className={css.typed}
        onSubmit={(e) => {
          e.preventDefault()
          if (found && trailer && !taken) void pick(found)
        }}
      >
        <TextInput
          data-autofocus
          label={t`Spot or door`}
          maxLength={20}
          autoComplete="off"
          value={typed}
          onChange={(e) => setTyped(e.currentTarget.value)}
          error={unknown ? t`There is no such spot or door.` : taken ? t`Taken: trailer ${taken}.` : undefined}
        />
        <Button type="submit" disabled={!found || !trailer || taken !== undefined}>
          {asks ? <Trans>Request move</Trans> : <Trans>Save place</Trans>}
        </Button>
        {asks && picking.at && found && trailer && !inTheWay(found, trailer, yard, false) && (
          <Button variant="default" onClick={() => void pick(found, 'place')}>
            <Trans>It stands there now</Trans>
          </Button>
        )}
        {picking.to === 'place' && trailer && yard.spotOf(trailer) && (
          <Button variant="default" onClick={() => void pick(undefined)}>
            <Trans>Place unknown</Trans>
          </Button>
        )}
      </form>
      {yard.map.spots.length === 0 && (
        <p className={css.none}>
          <Trans>This yard has no spots yet. An administrator draws them under Yard, Rows.</Trans>
        </p>
      )}
      <ul className={css.choices}>
        {yard.map.spots.map((s) => {
          const other = trailer ? inTheWay(s, trailer, yard, asks) : s.trailer?.number
          return (
            <li key={s.key}>
              <button
                type="button"
                className={css.choice}
                aria-pressed={trailer !== undefined && s.trailer?.id === trailer.id}
                disabled={!trailer || other !== undefined || s.trailer?.id === trailer.id}
                onClick={() => void pick(s)}
              >
                <b>{s.kind === 'doors' ? t`Door ${s.name}` : s.name}</b>
                <small>{other ?? (s.trailer ? s.trailer.number : t`free`)}</small>
              </button>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}

/** The trailer that keeps another from a place: it stands there, or is asked for there. Where a move is asked for, one that is to go elsewhere is in nobody's way. */
export function inTheWay(spot: Spot, trailer: Trailer, yard: Pick<Yard, 'moves' | 'trailers'>, asks: boolean): string | undefined {
  const { asked, trailer: other } = spot
  if (asks && asked && asked.trailerId !== trailer.id) return yard.trailers.find((x) => x.id === asked.trailerId)?.number
  if (!other || other.id === trailer.id) return undefined
  return asks && yard.moves.some((m) => m.trailerId === other.id) ? undefined : other.number
}
