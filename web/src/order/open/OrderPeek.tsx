import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@sync/gen/tables'
import { useNavigate } from '@tanstack/react-router'
import { Facts } from '@/kit/detail/DetailScreen'
import { DateTime, Day, useLocale } from '@/kit/format/Formats'
import { count, measure } from '@/kit/format/measure'
import { unOf } from '@/kit/rule/rule'
import { Button, Drawer, Group } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { termsWords } from '@/shipment/public'
import css from './Orders.module.css'
import { useOrder } from './openOrders'
import { Parts } from './Parts'

/** One order beside the list: enough to decide, without leaving it. Its address can be sent to somebody. */
export function OrderPeek({ id, onBuild }: { id: string | undefined; onBuild: (o: Order) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const navigate = useNavigate()
  const o = useOrder(id)
  const close = () => void navigate({ to: '.', search: (s: object) => ({ ...s, order: undefined }) })
  const to = o?.consignee
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title={o ? t`Order ${o.number}` : t`Order`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {!o && (
        <p>
          <Trans>This order is not open any more, or not on this device.</Trans>
        </p>
      )}
      {o && to && (
        <div className={css.peek}>
          <Facts
            facts={[
              { label: msg`Ship date`, value: <Day text={o.shipOn} /> },
              { label: msg`Due`, value: o.dueOn && <Day text={o.dueOn} /> },
              { label: msg`Warehouse`, value: o.warehouse },
              { label: msg`Customer`, value: o.customer },
              {
                label: msg`To`,
                value: [to.name, to.street, to.street2, `${to.city}, ${to.state} ${to.zip}`].filter(Boolean).join(', '),
              },
              { label: msg`Contact`, value: [to.contact, to.phone, to.email].filter(Boolean).join(' · ') },
              { label: msg`Terms`, value: words(termsWords[o.terms]) },
              { label: msg`Preferred carrier`, value: o.carrier },
              { label: msg`References`, value: o.refs.filter(Boolean).join(', ') },
              { label: msg`Instructions`, value: o.instruction },
              { label: msg`Came in`, value: <DateTime at={o.createdAt} /> },
            ]}
          />
          <h2>
            <Trans>Goods</Trans>
          </h2>
          <ul className={css.goods}>
            {o.items.map((it, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order have no key of their own and never move
              <li key={n}>
                <strong>{it.description || it.code}</strong>
                <span>
                  {[
                    `${count(it.pieces, locale)} ${it.packageType}`,
                    it.pallets > 0 ? plural(it.pallets, { one: '# pallet', other: '# pallets' }) : '',
                    measure(it.weight, locale),
                    it.class ? t`class ${it.class}` : '',
                    it.hazmat ? `${unOf(it.hazmat.un)} ${it.hazmat.properName}` : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          <Group justify="flex-end" mt="md">
            <Parts of={o} />
            <Button onClick={() => onBuild(o)}>
              <Trans>Build a shipment</Trans>
            </Button>
          </Group>
        </div>
      )}
    </Drawer>
  )
}
