import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { VendorForwarder } from '@sync/gen/api'
import { type ReactNode, useMemo } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import type { ListSpec } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useCan } from '@/kit/remote/can'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { forwarderForm } from './forms'
import { standing } from './standing'

const send = (f?: VendorForwarder) =>
  openForm(forwarderForm(f), {
    ForwarderId: f?.forwarderId ?? '',
    Name: f?.name ?? '',
    Email: f?.email ?? '',
    Language: f?.language || 'en',
    Lines: f?.lines ?? [],
  })

/** Forwarders with the links by which they tell of containers: to whom each was sent, whose containers it shows, and whether it is used. */
export function ForwarderLinks({ children }: { children?: ReactNode }) {
  const got = useCall('Vendor/GetForwarders', {})
  const may = useCan('invite-vendors')
  const words = useWords()
  const { act } = useAct()
  const spec = useMemo<ListSpec<VendorForwarder>>(
    () => ({
      name: 'forwarder-links',
      title: msg`Forwarder links`,
      id: (f) => f.forwarderId,
      columns: [
        { key: 'name', label: msg`Forwarder`, width: 200, phone: true },
        {
          key: 'standing',
          label: msg`Status`,
          width: 120,
          phone: true,
          value: (f) => words(standing(f).label),
          cell: (f) => <StatusBadge {...standing(f)} />,
        },
        { key: 'email', label: msg`Sent to`, width: 220, phone: true },
        { key: 'lines', label: msg`Ocean carriers`, width: 180, value: (f) => f.lines.join(', ') },
        { key: 'sentAt', label: msg`Sent`, as: 'dateTime', width: 150 },
        { key: 'sentByName', label: msg`Sent by`, width: 140 },
        { key: 'openedAt', label: msg`Last opened`, as: 'ago', width: 130 },
        { key: 'places', label: msg`Devices`, as: 'number', width: 90, hidden: true },
      ],
      filters: ['standing'],
      actions: may
        ? [
            { label: msg`Send link`, main: true, run: send },
            {
              label: msg`Revoke link`,
              hard: true,
              when: (f) => f.active,
              run: (f) => act(() => call('Vendor/RevokeForwarderLink', { ForwarderId: f.forwarderId })),
            },
          ]
        : [],
      empty: msg`No forwarders yet. Send one a link; it then tells of the containers on the water.`,
    }),
    [may, words, act],
  )
  return (
    <ListScreen spec={spec} rows={got.data} remote={got.remote}>
      {children}
      {may && (
        <Button onClick={() => void send()}>
          <Trans>Send a link…</Trans>
        </Button>
      )}
    </ListScreen>
  )
}
