import { Trans, useLingui } from '@lingui/react/macro'
import type { WarehouseWaitShown } from '@sync/gen/api'
import { useLocale } from '@/kit/format/Formats'
import { clock, day as dayText } from '@/kit/format/time'
import { timeOfDay, windowOf } from '@/kit/format/window'
import { PlainButton } from '@/kit/plain/Plain'
import { submit } from '@/kit/remote/submit'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { useWords } from '@/kit/words/words'
import { directions } from '../slots/plans'
import css from './Waits.module.css'

interface Props {
  warehouse: string
  zone: string
  may: boolean
  onAdd: () => void
}

/** Who waits for a time at a warehouse, in the order in which times that come free are offered. */
export function WaitingList({ warehouse, zone, may, onAdd }: Props) {
  const { t } = useLingui()
  const { act } = useAct()
  const got = useCall('Warehouse/WaitingList', { WarehouseId: warehouse }, { everyMs: () => 30_000 })
  const list = got.data ?? []
  return (
    <section aria-label={t`Waiting list`} className={css.part}>
      <h2>
        <Trans>Waiting list</Trans> <span>{list.length}</span>
        {may && (
          <PlainButton onClick={onAdd} aria-label={t`Add to the waiting list`}>
            <Trans>Add…</Trans>
          </PlainButton>
        )}
      </h2>
      {got.data && list.length === 0 && (
        <p className={css.none}>
          <Trans>Nobody waits for a time.</Trans>
        </p>
      )}
      <ol className={css.list}>
        {list.map((w, i) => (
          <li key={w.WaitId}>
            <One of={w} zone={zone} />
            {may && (
              <div className={css.buttons}>
                {w.State === 'offered' && !w.BookedBy && (
                  <>
                    <PlainButton
                      onClick={() => void act(() => submit('Warehouse/TakeOffer', { WaitId: w.WaitId }))}
                      aria-label={t`Book ${timeOfDay(w.StartTime)} for ${w.Reference}`}
                    >
                      <Trans>Book</Trans>
                    </PlainButton>
                    <PlainButton
                      onClick={() => void act(() => submit('Warehouse/DeclineOffer', { WaitId: w.WaitId }))}
                      aria-label={t`Decline ${timeOfDay(w.StartTime)} for ${w.Reference}`}
                    >
                      <Trans>Decline</Trans>
                    </PlainButton>
                  </>
                )}
                {i > 0 && (
                  <PlainButton
                    onClick={() => void act(() => submit('Warehouse/MoveUpWait', { WaitId: w.WaitId }))}
                    aria-label={t`Move up ${w.Reference}`}
                  >
                    <Trans>Move up</Trans>
                  </PlainButton>
                )}
                <PlainButton
                  onClick={() => void act(() => submit('Warehouse/RemoveWait', { WaitId: w.WaitId }))}
                  aria-label={t`Remove ${w.Reference} from the waiting list`}
                >
                  <Trans>Remove</Trans>
                </PlainButton>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function One({ of: w, zone }: { of: WarehouseWaitShown; zone: string }) {
  const words = useWords()
  const locale = useLocale()
  const whole = w.FromTime === '00:00' && w.UntilTime === '23:59'
  const days = w.FromDate === w.UntilDate ? dayText(w.FromDate, locale) : `${dayText(w.FromDate, locale)} – ${dayText(w.UntilDate, locale)}`
  return (
    <>
      <b>{w.Reference}</b> {w.Carrier}
      <br />
      {[words(directions[w.Direction as keyof typeof directions] ?? w.Direction), w.LoadType].filter(Boolean).join(' · ')}
      <br />
      {days} {!whole && windowOf(w.FromTime, w.UntilTime)}
      {w.State === 'offered' && w.OfferedUntil && (
        <p className={css.offered}>
          <Trans>
            Offered: {dayText(w.SlotDate, locale)} {timeOfDay(w.StartTime)}, held until {clock(w.OfferedUntil, locale, zone)}
          </Trans>
        </p>
      )}
    </>
  )
}
