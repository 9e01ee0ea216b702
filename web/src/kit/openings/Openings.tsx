import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { LinkOpening } from '@sync/gen/api'
import { DateTime } from '../format/Formats'
import { Pending } from '../remote/Pending'
import type { Called } from '../remote/useCall'
import { Table } from '../table/Table'
import { Modal } from '../ui'

/** From where a carrier's link was opened. More than one place tells that it was passed on. */
export function Openings({ of, found, onClose }: { of: string; found: Called<LinkOpening[]>; onClose: () => void }) {
  const { t } = useLingui()
  const title = t`Who opened the link of ${of}`
  return (
    <Modal opened onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': t`Close` }}>
      <Pending called={found} offline={msg`That is on the server, and there is no connection now.`}>
        <Table
          label={title}
          columns={[
            { head: t`Address`, cell: (o) => o.address, name: true },
            { head: t`Browser`, cell: (o) => o.agent },
            { head: t`Opens`, cell: (o) => o.times, number: true },
            { head: t`First`, cell: (o) => <DateTime at={o.firstAt} /> },
            { head: t`Last`, cell: (o) => <DateTime at={o.lastAt} /> },
          ]}
          rows={found.data ?? []}
          keyOf={(o) => `${o.address} ${o.agent}`}
        />
      </Pending>
    </Modal>
  )
}
