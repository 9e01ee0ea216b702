import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { openForm } from '@/kit/form/FormDialog'
import { Ago } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { PlainButton } from '@/kit/plain/Plain'
import { useCan } from '@/kit/remote/can'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords } from '@/kit/words/words'
import { cancelForm } from './forms'
import type { Picking } from './PickPlace'
import { inTheWay } from './PickPlace'
import type { Yard } from './useYard'
import { contents, priorities } from './words'
import css from './Yard.module.css'
import type { Move, Spot } from './yard'

interface Props {
  yard: Yard
  unsent: ReadonlySet<string>
  onPick: (picking: Picking) => void
}

/** What the yard driver is asked to do, the first to be done first, with a network or without. */
export function MovesList({ yard, unsent, onPick }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const may = useCan('move-trailers')
  const [said, setSaid] = useState<{ text: string; bad: boolean }>()
  const named = (s: Spot | undefined) => (s ? (s.kind === 'doors' ? t`Door ${s.name}` : s.name) : t`Place unknown`)
  const done = async (move: Move) => {
    const trailer = yard.trailers.find((x) => x.id === move.trailerId)
    const spot = yard.spotOf(move)
    if (!trailer) return
    const other = spot && inTheWay(spot, trailer, yard, false)
    if (other) {
      feedback('bad')
      setSaid({ text: t`${named(spot)} is taken: trailer ${other} stands there. Move it first, or park elsewhere.`, bad: true })
      return
    }
    await send('Yard/DoMove', { MoveId: move.id, TrailerId: trailer.id })
    feedback('good')
    setSaid({ text: t`${trailer.number} is at ${named(spot)}.`, bad: false })
  }
  return (
    <section aria-label={t`Open moves`}>
      <p className={css.said} role={said?.bad ? 'alert' : 'status'} data-bad={said?.bad || undefined}>
        {said?.text}
      </p>
      {yard.moves.length === 0 && (
        <p className={css.none}>
          <Trans>No moves. What is requested appears here, also without a connection once this device has heard of it.</Trans>
        </p>
      )}
      <ol className={css.moves}>
        {yard.moves.map((m) => {
          const trailer = yard.trailers.find((x) => x.id === m.trailerId)
          if (!trailer) return null
          const to = named(yard.spotOf(m))
          return (
            <li key={m.id} className={css.move} data-priority={m.priority}>
              <div className={css.route}>
                <b className={css.big}>{trailer.number}</b>
                <span className={css.quiet}>
                  {[trailer.carrierName, words(contents[trailer.contents].label)].filter(Boolean).join(' · ')}
                </span>
                <span className={css.way}>
                  {named(yard.spotOf(trailer))} <Icon name="right" /> <b>{to}</b>
                </span>
                <span className={css.marks}>
                  <StatusBadge {...priorities[m.priority]} />
                  {unsent.has(m.id) && <StatusBadge hue="waiting" label={t`not sent yet`} />}
                  <span className={css.quiet}>
                    {m.askedBy} <Ago at={m.askedAt} />
                  </span>
                </span>
                {m.note && <span className={css.note}>{m.note}</span>}
              </div>
              {may && (
                <div className={css.buttons}>
                  <PlainButton filled className={css.done} onClick={() => void done(m)} aria-label={t`Done: ${trailer.number} is at ${to}`}>
                    <Trans>Done</Trans>
                  </PlainButton>
                  <PlainButton
                    onClick={() => onPick({ to: 'done', move: m, trailer })}
                    aria-label={t`${trailer.number} is parked elsewhere`}
                  >
                    <Trans>Parked elsewhere…</Trans>
                  </PlainButton>
                  <PlainButton
                    onClick={() => void openForm(cancelForm(trailer.number), { MoveId: m.id, TrailerId: trailer.id })}
                    aria-label={t`Cannot move ${trailer.number}`}
                  >
                    <Trans>Cannot…</Trans>
                  </PlainButton>
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
