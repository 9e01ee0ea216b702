import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { FreightPurchasePart } from '@sync/gen/api'
import type { OrderPurchase } from '@sync/gen/tables'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useRef } from 'react'
import { DetailScreen } from '@/kit/detail/DetailScreen'
import { FormView } from '@/kit/form/FormView'
import { dayIn } from '@/kit/format/day'
import { Day, useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { useCrumb } from '@/kit/layout/crumb'
import { PageLink } from '@/kit/page/PageLink'
import { toasts } from '@/kit/toast/toast'
import { alongside } from './lines'
import css from './Purchase.module.css'
import { shipForm } from './shipForm'

/** One purchase order: what is left of it, and the form that ships what the vendor has ready. */
export function PurchaseScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const found = useLiveQuery(async () => (await local().order_purchase.get(id)) ?? null, [id])
  useCrumb(found?.number)
  return (
    <DetailScreen
      title={found?.number ?? t`Purchase order`}
      of={found}
      entity="order_purchase"
      id={id}
      missing={t`This purchase order is fully shipped, or is outside your access.`}
    >
      {found && <Ship purchase={found} />}
    </DetailScreen>
  )
}

function Ship({ purchase: p }: { purchase: OrderPurchase }) {
  const { t } = useLingui()
  const locale = useLocale()
  const navigate = useNavigate()
  const site = useLiveQuery(() => local().warehouse_site.get(p.warehouse), [p.warehouse])
  const here = useLiveQuery(
    () =>
      local()
        .order_purchase.filter((o) => alongside(o, p) && o.terms === p.terms)
        .toArray(),
    [p],
  )
  const now = useRef<readonly OrderPurchase[]>([p])
  now.current = here ?? [p]
  const sent = useRef<readonly FreightPurchasePart[]>([])
  // One form for the life of the page: what somebody else ships meanwhile changes what is left, never what is typed.
  const spec = useMemo(
    () =>
      shipForm(
        p.id,
        () => now.current,
        (parts) => {
          sent.current = parts
        },
      ),
    [p.id],
  )
  const { terms, carrier, shipOn } = p
  const zone = site?.zone
  const initial = useMemo(() => {
    const today = dayIn(zone || 'UTC', Date.now())
    return {
      PurchaseId: p.id,
      PaymentType: terms,
      ShipOn: shipOn > today ? shipOn : today,
      ...(carrier ? { Carrier: carrier } : {}),
    }
  }, [p.id, terms, carrier, shipOn, zone])
  const sentBefore = [...new Map(p.lines.flatMap((l) => l.parts.map((part) => [part.shipmentId, part.number]))).entries()]
  return (
    <>
      <dl className={css.facts}>
        <div>
          <dt>{t`From`}</dt>
          <dd>
            {p.vendor.name}, {[p.vendor.city, p.vendor.state].filter(Boolean).join(', ')}
          </dd>
        </div>
        <div>
          <dt>{t`To`}</dt>
          <dd>{site ? `${site.name} (${p.warehouse})` : p.warehouse}</dd>
        </div>
        {p.dueOn && (
          <div>
            <dt>{t`Due`}</dt>
            <dd>
              <Day text={p.dueOn} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t`Still open`}</dt>
          <dd>
            <Plural value={p.open} one="# piece" other="# pieces" />
          </dd>
        </div>
        {sentBefore.length > 0 && (
          <div>
            <dt>{t`Shipped with`}</dt>
            <dd className={css.several}>
              {sentBefore.map(([shipmentId, number]) =>
                number ? (
                  <PageLink key={shipmentId} to={{ page: 'ShipPO', params: { shipmentid: shipmentId } }}>
                    {number}
                  </PageLink>
                ) : (
                  <span key={shipmentId}>
                    <Trans>waiting to be sent</Trans>
                  </span>
                ),
              )}
            </dd>
          </div>
        )}
      </dl>
      <FormView
        spec={spec}
        initial={initial}
        onDone={() => {
          const ids = new Set(sent.current.map((part) => part.PurchaseId))
          const shipped = now.current.filter((o) => ids.has(o.id))
          const numbers = new Intl.ListFormat(locale).format(shipped.map((o) => o.number))
          const pieces = count(
            shipped.reduce((n, o) => n + o.open, 0),
            locale,
          )
          toasts.good(
            shipped.length === 1
              ? t`${numbers} is shipped. Left of it: ${pieces}.`
              : t`${numbers} are shipped together. Left of them: ${pieces}.`,
          )
          void navigate({ to: '/ShipPO/{-$shipmentid}/{-$sh}', search: {} })
        }}
        onCancel={() => void navigate({ to: '/ShipPO/{-$shipmentid}/{-$sh}', search: {} })}
      />
    </>
  )
}
