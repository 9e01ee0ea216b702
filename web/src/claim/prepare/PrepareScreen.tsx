import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ClaimCandidate, ClaimPrepareResp } from '@sync/gen/api'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Facts } from '@/kit/detail/DetailScreen'
import { FormView } from '@/kit/form/FormView'
import { Day, Identifier, useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { Screen } from '@/kit/layout/Screen'
import { PageLink } from '@/kit/page/PageLink'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Alert, Button, TextInput } from '@/kit/ui'
import css from '../case/Claim.module.css'
import { onServer } from '../case/words'
import { claimForm } from './claimForm'

/** Begins a claim: of a shipment that was named, or of one that the dock or the office noted something of. */
export function PrepareScreen({ shipmentId, claimId }: { shipmentId: string | undefined; claimId: string | undefined }) {
  const { t } = useLingui()
  return (
    <Screen title={t`Claim preparation`}>
      {shipmentId || claimId ? <Prepare key={`${shipmentId} ${claimId}`} shipmentId={shipmentId} claimId={claimId} /> : <Choose />}
    </Screen>
  )
}

/** Names a shipment, or takes one of the list. */
function Choose() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const got = useCall('Claim/Candidates', undefined)
  const [number, setNumber] = useState('')
  const go = (shipmentid: string) => void navigate({ to: '/ClaimPreparation/{-$shipmentid}/{-$sh}', params: { shipmentid } })
  return (
    <>
      <form
        className={css.ask}
        onSubmit={(e) => {
          e.preventDefault()
          if (number.trim()) go(number.trim())
        }}
      >
        <TextInput
          label={t`Shipment, BOL or PRO number`}
          maxLength={60}
          required
          value={number}
          onChange={(e) => setNumber(e.currentTarget.value)}
        />
        <Button type="submit">
          <Trans>Prepare claim</Trans>
        </Button>
      </form>
      <h2>
        <Trans>Shipments with exceptions</Trans>
      </h2>
      <Pending called={got} offline={onServer}>
        {got.data?.length === 0 ? (
          <p className={css.quiet}>
            <Trans>No shipment with an exception waits for a claim.</Trans>
          </p>
        ) : (
          <Table
            label={t`Shipments with exceptions`}
            rows={got.data ?? []}
            keyOf={(c) => c.ShipmentId}
            columns={[
              { head: t`Shipment`, name: true, cell: (c) => c.Number },
              { head: t`BOL`, cell: (c) => <Identifier id={c.BOL} /> },
              { head: t`Carrier`, cell: (c) => c.CarrierName },
              { head: t`Ship date`, cell: (c) => <Day text={c.ShipOn} /> },
              { head: t`Consignee`, cell: (c) => c.Consignee },
              { head: t`Exception`, cell: (c) => <Found of={c} /> },
              {
                head: t`Actions`,
                cell: (c) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t`Prepare claim for ${c.Number}`}
                    onClick={() => go(c.ShipmentId)}
                  >
                    <Trans>Prepare claim</Trans>
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Pending>
    </>
  )
}

/** What is wrong with a shipment: by the dock, by the office. */
function Found({ of: c }: { of: ClaimCandidate }) {
  return (
    <>
      {c.Damaged > 0 && <Plural value={c.Damaged} one="# pallet damaged" other="# pallets damaged" />}
      {c.Damaged > 0 && c.Short > 0 && ' · '}
      {c.Short > 0 && <Plural value={c.Short} one="# piece short" other="# pieces short" />}
      {c.Reason && <small>{c.Reason}</small>}
    </>
  )
}

/** The claim of one shipment, filled in with what is known. */
function Prepare({ shipmentId, claimId }: { shipmentId: string | undefined; claimId: string | undefined }) {
  const got = useCall('Claim/Prepare', claimId ? { ClaimId: claimId } : { ShipmentId: shipmentId ?? '' })
  return (
    <Pending called={got} offline={onServer}>
      {got.data && <Form of={got.data} />}
    </Pending>
  )
}

function Form({ of }: { of: ClaimPrepareResp }) {
  const locale = useLocale()
  const navigate = useNavigate()
  const s = of.Shipment
  const initial = useMemo(() => of.Claim, [of])
  const spec = useMemo(() => claimForm(of.Goods), [of])
  const open = of.Open.filter((n) => n !== of.Number)
  return (
    <>
      <Facts
        facts={[
          { label: msg`Shipment`, value: s.Number, big: true },
          { label: msg`BOL`, value: s.BOL && <Identifier id={s.BOL} /> },
          { label: msg`PRO`, value: s.PRO && <Identifier id={s.PRO} /> },
          { label: msg`Carrier`, value: s.CarrierName },
          { label: msg`Ship date`, value: s.ShipOn && <Day text={s.ShipOn} /> },
          { label: msg`Consignee`, value: s.Consignee },
          { label: msg`Freight charges`, value: of.CostMinor > 0 && money(of.CostMinor, of.Currency, locale) },
        ]}
      />
      {open.length > 0 && (
        <Alert color="yellow" role="status">
          <Trans>Open claims for this shipment: {open.join(', ')}</Trans>{' '}
          <PageLink to={{ page: 'ClaimsDetails', params: { ShipmentId: s.ShipmentId } }}>
            <Trans>View claims</Trans>
          </PageLink>
        </Alert>
      )}
      {of.Claimants.length === 0 && (
        <Alert color="yellow" role="status">
          <Trans>No claimant is set up. A claim needs one.</Trans>{' '}
          <PageLink to={{ page: 'Claimants' }}>
            <Trans>Claimants</Trans>
          </PageLink>
        </Alert>
      )}
      <FormView
        spec={spec}
        initial={initial}
        onDone={(c) =>
          void navigate({ to: '/ClaimsDetails/$ShipmentId', params: { ShipmentId: c.ShipmentId }, search: { claim: c.ClaimId } })
        }
      />
    </>
  )
}
