import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { ShipmentTruck, ShipmentTruckRules } from '@sync/gen/api'
import { download } from '@sync/transfer'
import { Part } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { Day, useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Screen } from '@/kit/layout/Screen'
import { saveFile } from '@/kit/list/csv'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { useSession } from '@/kit/remote/user'
import { useWork } from '@/kit/remote/useWork'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import type { Words } from '@/kit/words/words'
import { Children } from './Children'
import css from './Truck.module.css'
import { loadForm } from './truckForms'
import { truckSection } from './truckSection'

const states: Record<ShipmentTruck['state'], { label: Words; hue: Hue }> = {
  open: { label: msg`takes more`, hue: 'waiting' },
  closed: { label: msg`closed`, hue: 'good' },
  left: { label: msg`has left`, hue: 'good' },
}

/** Page 140: how shipments go on one truck, and the trucks. */
export function TruckScreen() {
  const { t } = useLingui()
  const session = useSession()
  const rules = useCall('Shipment/GetClientTruckConfigurationDetails', undefined, { staleMs: 0 })
  const trucks = useCall('Shipment/GetTruckNumbersForConsolidation', {}, { staleMs: 0, everyMs: () => 15_000 })
  const again = () => {
    rules.remote.again()
    trucks.remote.again()
  }
  const list = trucks.data ?? []
  const taken = new Set(list.flatMap((x) => x.children.map((c) => c.shipmentId)))
  const form = async (run: () => Promise<unknown>) => {
    if (await run()) again()
  }
  const on = rules.data?.enabled
  return (
    <Screen
      title={t`Trucks`}
      below={rules.data && <Rules of={rules.data} />}
      actions={
        <>
          {session?.admin && rules.data && (
            <Button variant="default" onClick={() => void form(() => truckSection.change({ ...rules.data }))}>
              <Trans>Consolidation settings</Trans>
            </Button>
          )}
          {on && (
            <Button onClick={() => void form(() => openForm(loadForm(taken), {}))}>
              <Trans>New truck</Trans>
            </Button>
          )}
        </>
      }
    >
      <Pending called={trucks} offline={msg`Trucks are kept on the server, and there is no connection now.`}>
        {list.length === 0 && (
          <p className={css.quiet}>
            {on ? (
              <Trans>No trucks yet. Start one with shipments that ship together.</Trans>
            ) : (
              <Trans>Truck consolidation is switched off. An administrator switches it on here.</Trans>
            )}
          </p>
        )}
        {list.map((x) => (
          <Truck
            key={x.id}
            of={x}
            all={list}
            rules={rules.data}
            onMore={() => void form(() => openForm(loadForm(taken, x), { truckNumber: x.truckNumber }))}
            again={again}
          />
        ))}
      </Pending>
    </Screen>
  )
}

function Rules({ of }: { of: ShipmentTruckRules }) {
  const locale = useLocale()
  const pallets = count(of.maxPallets || 26, locale)
  const pounds = count(of.maxPounds || 44_000, locale)
  return of.enabled ? (
    <Trans>
      A truck takes up to {pallets} pallets and {pounds} lb.
    </Trans>
  ) : (
    <Trans>Switched off</Trans>
  )
}

interface TruckProps {
  of: ShipmentTruck
  all: ShipmentTruck[]
  rules: ShipmentTruckRules | undefined
  onMore: () => void
  again: () => void
}

function Truck({ of: x, all, rules, onMore, again }: TruckProps) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const { busy, trouble, work } = useWork()
  const set = (mode: 'Close' | 'Reopen') =>
    work(() => call('Shipment/SaveOption', { mode, truckNumber: x.truckNumber, ShipmentIds: [] })).then(again)
  const pallets = count(rules?.maxPallets || 26, locale)
  const kinds = [...(rules?.bol ? (['bol'] as const) : []), ...(rules?.packingList ? (['packing-list'] as const) : [])]
  const papers = () =>
    work(async () => {
      const Shipments = x.children.map((s) => s.shipmentId)
      const { blob, name } = await download('Shipment/DownloadDocuments', { Shipments, Kinds: kinds, Language: i18n.locale })
      saveFile(name, blob, blob.type)
    })
  return (
    <Part
      title={msg`Truck ${x.truckNumber}`}
      actions={
        <span className={css.actions}>
          {kinds.length > 0 && x.children.length > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              loading={busy}
              aria-label={t`Documents of truck ${x.truckNumber}`}
              onClick={() => void papers()}
            >
              <Trans>Documents</Trans>
            </Button>
          )}
          {x.state === 'open' && (
            <Button size="compact-sm" variant="default" aria-label={t`Add shipments to truck ${x.truckNumber}`} onClick={onMore}>
              <Trans>Add shipments</Trans>
            </Button>
          )}
          {x.state !== 'left' && (
            <Button
              size="compact-sm"
              variant="default"
              loading={busy}
              aria-label={x.state === 'open' ? t`Close truck ${x.truckNumber}` : t`Open truck ${x.truckNumber} again`}
              onClick={() => void set(x.state === 'open' ? 'Close' : 'Reopen')}
            >
              {x.state === 'open' ? <Trans>Close</Trans> : <Trans>Open again</Trans>}
            </Button>
          )}
        </span>
      }
    >
      <p className={css.sum}>
        <StatusBadge {...states[x.state]} /> {x.WHSE} · <Day text={x.shipOn} /> ·{' '}
        <Trans>
          {count(x.pallets, locale)} of {pallets} pallets, {count(x.pounds, locale)} lb
        </Trans>
      </p>
      {trouble}
      <Children of={x} all={all} again={again} />
    </Part>
  )
}
