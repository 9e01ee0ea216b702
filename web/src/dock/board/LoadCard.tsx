import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { dayIn } from '@/kit/format/day'
import { useLocale, useNow } from '@/kit/format/Formats'
import { ago, clock, millis, weekday } from '@/kit/format/time'
import { Icon } from '@/kit/icon/Icon'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { CarrierPicture } from '../carrier/picture'
import type { Load } from '../load/load'
import { loadStates } from '../load/words'
import css from './Board.module.css'

interface LoadCardProps {
  load: Load
  zone?: string
  notes?: { short: number; damaged: number }
  /** Work on it that the server does not have yet. */
  unsent?: boolean
  /** Where the carrier's own picture is. */
  picture?: string | undefined
}

/** One trailer on the board: where, whose, how far, and the one thing to do next. */
export function LoadCard({ load, zone, notes, unsent, picture }: LoadCardProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const now = useNow()
  const late = load.state === 'waiting' && load.dueAt !== null && millis(load.dueAt) < now - 15 * 60_000
  const state = loadStates[load.state]
  const door = load.door
  const done = load.totalPallets > 0 ? Math.min(1, load.loadedPallets / load.totalPallets) : 0
  return (
    <li className={css.card} data-state={load.state}>
      <div className={css.cardHead}>
        <strong className={css.door}>{door ? <Trans>Door {door}</Trans> : <Trans>No door</Trans>}</strong>
        {load.dueAt && (
          <time className={css.due} dateTime={load.dueAt} data-late={late || undefined}>
            {dayIn(zone, load.dueAt) !== dayIn(zone, now) && `${weekday(load.dueAt, locale, zone)} `}
            {clock(load.dueAt, locale, zone)}
          </time>
        )}
      </div>
      <div className={css.who}>
        <CarrierPicture name={load.carrierName || load.carrier} img={picture} size={44} />
        <span className={css.carrier}>{load.carrierName || load.carrier}</span>
      </div>
      <div className={css.count}>
        <span className={css.bar} aria-hidden="true">
          <span style={{ inlineSize: `${done * 100}%` }} />
        </span>
        <span className={css.figures}>
          <Trans>
            {load.loadedPallets} / {load.totalPallets}
          </Trans>
          <span className="sr-only">
            {' '}
            <Trans>pallets loaded</Trans>
          </span>
        </span>
      </div>
      <div className={css.facts}>
        <StatusBadge hue={state.hue} label={state.label} />
        {late && <StatusBadge hue="attention" label={t`late`} />}
        {load.temperature && <StatusBadge hue="attention" label={load.temperature} />}
        {load.hazmat.length > 0 && <StatusBadge hue="attention" label={t`Hazmat`} />}
        {(notes?.short ?? 0) > 0 && <StatusBadge hue="attention" label={t`${notes?.short ?? 0} short`} />}
        {(notes?.damaged ?? 0) > 0 && <StatusBadge hue="attention" label={t`${notes?.damaged ?? 0} damaged`} />}
        {unsent && <StatusBadge hue="waiting" label={t`not sent yet`} />}
      </div>
      <div className={css.to}>
        {load.consignee} · {load.city} {load.region}
        {load.state === 'loaded' && load.seal && (
          <>
            {' · '}
            <Trans>Seal {load.seal}</Trans>
          </>
        )}
        {load.state === 'signed' && load.signedAt && (
          <>
            {' · '}
            <Trans>
              {load.signedBy}, {ago(load.signedAt, locale, Math.max(now, millis(load.signedAt)))}
            </Trans>
          </>
        )}
        {load.state === 'void' && load.note && ` · ${load.note}`}
      </div>
      <Next load={load} />
    </li>
  )
}

/** The next step, named by what it does. */
function Next({ load }: { load: Load }) {
  const at = { id: load.id }
  switch (load.state) {
    case 'loaded':
      return (
        <div className={css.actions}>
          {load.driverName ? (
            <Link className={css.act} to="/Sign" search={{ load: load.id }}>
              <Icon name="pen" />
              <Trans>Sign</Trans>
            </Link>
          ) : (
            <Link className={css.act} to="/eSignBOL/driver/$id" params={at}>
              <Icon name="person" />
              <Trans>Driver ▸ Sign</Trans>
            </Link>
          )}
          <Link className={css.also} to="/eSignBOL/load/$id" params={at}>
            <Trans>View load</Trans>
          </Link>
        </div>
      )
    case 'waiting':
    case 'arrived':
      return (
        <div className={css.actions}>
          <Link className={load.state === 'arrived' ? css.act : css.start} to="/eSignBOL/load/$id" params={at}>
            <Icon name="box" />
            <Trans>Start</Trans>
          </Link>
          <Link className={css.also} to="/eSignBOL/driver/$id" params={at}>
            <Icon name="person" />
            <span>{load.driverName || <Trans>Driver</Trans>}</span>
          </Link>
        </div>
      )
    case 'loading':
      return (
        <div className={css.actions}>
          <Link className={css.act} to="/eSignBOL/load/$id" params={at}>
            <Icon name="box" />
            <Plural
              value={Math.max(0, load.totalPallets - load.loadedPallets)}
              _0="Continue loading"
              one="Continue, # left"
              other="Continue, # left"
            />
          </Link>
        </div>
      )
    default:
      return (
        <div className={css.actions}>
          <Link className={css.also} to="/eSignBOL/load/$id" params={at}>
            <Trans>View load</Trans>
          </Link>
        </div>
      )
  }
}
