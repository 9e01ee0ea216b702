import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ParcelEndReq, ParcelLabel } from '@sync/gen/api'
import { useMemo } from 'react'
import { defineForm } from '@/kit/form/defineForm'
import { openForm } from '@/kit/form/FormDialog'
import { LongText } from '@/kit/form/inputs'
import { DateTime, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { useWords, type Words } from '@/kit/words/words'
import { type Carrier, carriers, type ParcelCarrier } from './carriers'
import { Scans } from './Scans'

export const states: Record<ParcelLabel['State'], Words> = {
  buying: msg`Being bought`,
  bought: msg`Bought`,
  refused: msg`Rejected`,
  unclear: msg`Not known: check at the carrier`,
  voiding: msg`Being voided`,
  void: msg`Void`,
  dropped: msg`Not bought`,
}

const voidForm = defineForm<ParcelEndReq, ParcelLabel>('Parcel/VoidLabel', {
  title: msg`Void label`,
  intro: msg`The carrier refunds a label that was not used. The shipment stays, and another label can be bought for it.`,
  submit: msg`Void label`,
  fields: { Reason: { label: msg`Reason`, input: LongText } },
})

const dropForm = defineForm<ParcelEndReq, ParcelLabel>('Parcel/DropLabel', {
  title: msg`No label was bought`,
  intro: msg`Look at the carrier's own site first. If it has a label, buying another one costs twice.`,
  submit: msg`There is none`,
  fields: { Reason: { label: msg`What you found`, input: LongText } },
})

const closeForm = defineForm<ParcelEndReq, ParcelLabel>('Parcel/DropLabel', {
  title: msg`Void at the carrier`,
  intro: msg`Only if the carrier's own site shows the label as void. Another label can be bought for the shipment then.`,
  submit: msg`It is void`,
  fields: { Reason: { label: msg`What you found`, input: LongText } },
})

/** A carrier's labels, the newest first; one of them with all that the carrier told of its packages. */
export function LabelsScreen({ carrier, label, tracking }: { carrier: Carrier; label: string | undefined; tracking?: boolean }) {
  const words = useWords()
  const locale = useLocale()
  const { t } = useLingui()
  const refusal = useRefusal()
  const [voids, buys, moves, sees] = [useCan('void'), useCan('tender'), useCan('move-loads'), useCan('see-money')]
  const of = carriers[carrier]
  const got = useCall('Parcel/Labels', { Carrier: carrier }, { staleMs: 0, everyMs: (rows) => rows?.some(open) && 2_000 })
  const spec = useMemo(() => {
    const why = (l: ParcelLabel) => refusal.known(l.Why, { carrier: of.name, number: l.Shipment }) ?? l.Why
    return labelList(of, { words, locale, why, may: { voids, buys, moves, sees } }, tracking ?? false)
  }, [words, locale, refusal, of, voids, buys, moves, sees, tracking])
  return (
    <>
      <ListScreen spec={spec} rows={got.data} remote={got.remote}>
        {!tracking && of.rates !== of.labels && (
          <PageLink to={{ page: of.rates }} otherwise="">
            <Trans>Buy a label</Trans>
          </PageLink>
        )}
      </ListScreen>
      {label && <Scans id={label} title={t`Scans`} />}
    </>
  )
}

/** Whether the carrier is still being asked. */
const open = (l: ParcelLabel) => l.State === 'buying' || l.State === 'voiding'

interface Looks {
  words: (w: Words) => string
  locale: string
  why: (l: ParcelLabel) => string
  may: { voids: boolean; buys: boolean; moves: boolean; sees: boolean }
}

function labelList(of: ParcelCarrier, { words, locale, why, may }: Looks, tracking: boolean) {
  const page = tracking && of.tracking ? of.tracking : of.labels
  const tab: Record<string, string> = of.labels === of.rates ? { tab: 'labels' } : {}
  return defineList<ParcelLabel>({
    name: `labels-${of.id}-${tracking ? 'tracking' : 'shipping'}`,
    title: tracking ? msg`${of.name} tracking` : msg`${of.name} labels`,
    id: (l) => l.LabelId,
    columns: [
      {
        key: 'Shipment',
        label: msg`Shipment`,
        as: 'identifier',
        phone: true,
        link: (l) => ({ page: 'DMParcelShipmentDetails', params: { ShipmentId: l.ShipmentId } }),
      },
      {
        key: 'State',
        label: msg`Status`,
        value: (l) => [words(states[l.State]), l.TestEnvironment && words(msg`Test environment`)].filter(Boolean).join(' · '),
        phone: true,
        hidden: tracking,
      },
      { key: 'Why', label: msg`Note`, value: why, hidden: tracking, width: 280 },
      {
        key: 'TrackingNumbers',
        label: msg`Tracking numbers`,
        as: 'list',
        phone: true,
        width: 220,
        link: (l) => ({ page, search: { ...tab, label: l.LabelId } }),
      },
      { key: 'ServiceName', label: msg`Service`, width: 160 },
      ...(may.sees && !tracking
        ? [{ key: 'totalMinor', label: msg`Total`, value: (l: ParcelLabel) => money(l.totalMinor, l.Currency, locale) }]
        : []),
      { key: 'LastText', label: msg`Last scan`, phone: true, width: 220 },
      { key: 'LastPlace', label: msg`Place` },
      { key: 'LastAt', label: msg`When`, value: (l) => l.LastAt ?? '', cell: (l) => <DateTime at={l.LastAt} /> },
      { key: 'ByName', label: msg`Bought by`, hidden: tracking },
      { key: 'At', label: msg`Bought at`, value: (l) => l.At ?? '', cell: (l) => <DateTime at={l.At} />, hidden: tracking },
      { key: 'Warehouse', label: msg`Warehouse`, hidden: true },
    ],
    filters: ['State', 'ServiceName', 'Warehouse'],
    hue: (l) => (l.State === 'unclear' || (l.State === 'bought' && l.Why) ? 'attention' : l.State === 'refused' ? 'stopped' : undefined),
    actions: [
      {
        label: msg`Track`,
        main: true,
        when: (l) => may.moves && l.State === 'bought',
        run: (l) => theRemote().submit('Parcel/Track', { LabelId: l.LabelId }),
      },
      {
        label: msg`Ask the carrier again`,
        when: (l) => may.buys && l.State === 'unclear',
        run: (l) => theRemote().submit('Parcel/CheckLabel', { LabelId: l.LabelId }),
      },
      {
        label: msg`No label was bought`,
        hard: true,
        when: (l) => may.buys && l.State === 'unclear' && !l.VoidAsked,
        run: (l) => openForm(dropForm, { LabelId: l.LabelId }),
      },
      {
        label: msg`Void at the carrier`,
        hard: true,
        when: (l) => may.buys && may.voids && ((l.State === 'unclear' && l.VoidAsked === 1) || (l.State === 'bought' && l.VoidAsked === 2)),
        run: (l) => openForm(closeForm, { LabelId: l.LabelId }),
      },
      {
        label: msg`Void label`,
        hard: true,
        when: (l) => may.voids && l.State === 'bought',
        run: (l) => openForm(voidForm, { LabelId: l.LabelId }),
      },
    ],
    empty: msg`No labels yet. Get rates for a parcel shipment and buy one.`,
  })
}
