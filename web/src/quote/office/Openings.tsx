import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Quote } from '@sync/gen/tables'
import { DateTime } from '@/kit/format/Formats'
import { Awaited } from '@/kit/remote/Awaited'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Modal } from '@/kit/ui'

/** From where a carrier's link was opened. More than one place tells that it was passed on. */
export function Openings({ q, onClose }: { q: Quote; onClose: () => void }) {
  const { t } = useLingui()
  const found = useCall('Quote/Openings', { QuoteID: q.id }, { staleMs: 0 })
  const title = t`Who opened the link of ${q.carrierName}`
  return (
    <Modal opened onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': t`Close` }}>
      <Awaited called={found} offline={msg`That is on the server, and there is no connection now.`}>
        <Table
          label={title}
          columns={[
            { head: t`Address`, cell: (o) => o.address, name: true },
            { head: t`Browser`, cell: (o) => o.agent },
            { head: t`Times`, cell: (o) => o.times, number: true },
            { head: t`First`, cell: (o) => <DateTime at={o.firstAt} /> },
            { head: t`Last`, cell: (o) => <DateTime at={o.lastAt} /> },
          ]}
          rows={found.data ?? []}
          keyOf={(o) => `${o.address} ${o.agent}`}
        />
      </Awaited>
    </Modal>
  )
}
