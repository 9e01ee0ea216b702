import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DockPallet } from '@sync/gen/tables'
import { Part } from '@/kit/detail/DetailScreen'
import { Ago, useLocale } from '@/kit/format/Formats'
import { tail } from '@/kit/format/identifier'
import { count } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { Progress } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import type { Workspace } from './useShipment'
import css from './Workspace.module.css'

const palletState: Record<DockPallet['state'], { label: Words; hue: Hue; icon: 'check' | 'alert' | 'dot' }> = {
  staged: { label: msg`waits`, hue: 'quiet', icon: 'dot' },
  loaded: { label: msg`loaded`, hue: 'good', icon: 'check' },
  short: { label: msg`short`, hue: 'attention', icon: 'alert' },
  damaged: { label: msg`damaged`, hue: 'attention', icon: 'alert' },
  over: { label: msg`too many`, hue: 'attention', icon: 'alert' },
}

const loadState: Record<NonNullable<Workspace['load']>['state'], { label: Words; hue: Hue }> = {
  waiting: { label: msg`waits for the truck`, hue: 'waiting' },
  arrived: { label: msg`truck is here`, hue: 'waiting' },
  loading: { label: msg`loading`, hue: 'waiting' },
  loaded: { label: msg`loaded, not signed`, hue: 'waiting' },
  signed: { label: msg`signed`, hue: 'good' },
  left: { label: msg`left`, hue: 'good' },
  void: { label: msg`void`, hue: 'stopped' },
}

/** How far the dock is, scan by scan: the rows are the tablet's own, a moment later. */
export function Loading({ load, pallets, events }: Pick<Workspace, 'load' | 'pallets' | 'events'>) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  if (!load) return null
  const total = load.totalPallets || pallets.length
  const scanned = [...pallets].filter((p) => p.scannedAt).sort((a, b) => (a.scannedAt ?? '').localeCompare(b.scannedAt ?? ''))
  const loaded = load.loadedPallets
  const last = scanned.at(-1)
  const who =
    last && events.findLast((e) => e.kind.startsWith('pallet-') && (e.data as { pallet?: string } | null)?.pallet === last.id)?.userName
  return (
    <Part title={load.door ? msg`Dock, door ${load.door}` : msg`Dock`} actions={<StatusBadge {...loadState[load.state]} />}>
      <p className={css.count} role="status">
        <Trans>
          {count(loaded, locale)} of {count(total, locale)} <small>pallets on the truck</small>
        </Trans>
      </p>
      <Progress
        value={total > 0 ? (100 * loaded) / total : 0}
        size="lg"
        color={loaded >= total && total > 0 ? 'green' : undefined}
        aria-label={t`Pallets on the truck`}
        transitionDuration={120}
      />
      {last && (
        <p className={css.last}>
          <Trans>
            Last: {tail(last.lpn || last.sscc)} <Ago at={last.scannedAt} />
          </Trans>
          {who && ` · ${who}`}
        </p>
      )}
      <ul className={css.pallets} aria-label={t`Pallets`}>
        {[...pallets]
          .sort((a, b) => a.lpn.localeCompare(b.lpn))
          .map((p) => {
            const { label, hue, icon } = palletState[p.state]
            return (
              <li key={p.id} data-hue={hue} title={[p.lpn || p.sscc, p.description, p.note].filter(Boolean).join(' · ')}>
                <Icon name={icon} size="1em" />
                <span className="identifier">{tail(p.lpn || p.sscc)}</span> {p.short > 0 ? t`${p.short} short` : words(label)}
              </li>
            )
          })}
      </ul>
    </Part>
  )
}
