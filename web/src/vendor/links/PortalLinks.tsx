import { msg } from '@lingui/core/macro'
import { call } from '@sync/call'
import type { VendorLink } from '@sync/gen/api'
import { type ReactNode, useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCan } from '@/kit/remote/can'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { useWords } from '@/kit/words/words'
import { sendForm } from './forms'
import { standing } from './standing'

/** Vendors with the links by which they ship purchase orders: to whom each was sent, whether it is used, and what is open. */
export function PortalLinks({ children }: { children?: ReactNode }) {
  const got = useCall('Vendor/GetPortals', {})
  const may = useCan('invite-vendors')
  const words = useWords()
  const { act } = useAct()
  const spec = useMemo<ListSpec<VendorLink>>(
    () => ({
      name: 'vendor-links',
      title: msg`Portal links`,
      id: (v) => v.vendorId,
      columns: [
        { key: 'code', label: msg`Code`, width: 110, phone: true },
        { key: 'name', label: msg`Vendor`, width: 200, phone: true },
        { key: 'place', label: msg`City`, width: 150 },
        {
          key: 'standing',
          label: msg`Status`,
          width: 120,
          phone: true,
          value: (v) => words(standing(v).label),
          cell: (v) => <StatusBadge {...standing(v)} />,
        },
        { key: 'email', label: msg`Sent to`, width: 200, phone: true },
        { key: 'sentAt', label: msg`Sent`, as: 'dateTime', width: 150 },
        { key: 'sentByName', label: msg`Sent by`, width: 140, hidden: true },
        { key: 'openedAt', label: msg`Last opened`, as: 'ago', width: 130 },
        { key: 'places', label: msg`Devices`, as: 'number', width: 90, hidden: true },
        { key: 'openOrders', label: msg`Open orders`, as: 'number', width: 110, phone: true },
        { key: 'shipments', label: msg`Shipments`, as: 'number', width: 100 },
      ],
      filters: ['standing'],
      actions: may
        ? [
            {
              label: msg`Send link`,
              main: true,
              run: (v) => openForm(sendForm(v), { VendorId: v.vendorId, Email: v.email || v.knownEmail, Language: v.language || 'en' }),
            },
            {
              label: msg`Revoke link`,
              hard: true,
              when: (v) => v.active,
              run: (v) => act(() => call('Vendor/RevokePortalLink', { VendorId: v.vendorId })),
            },
          ]
        : [],
      empty: msg`No vendors yet. Add them to the address book; then each can be sent a link.`,
    }),
    [may, words, act],
  )
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      {children}
    </ListScreen>
  )
}
