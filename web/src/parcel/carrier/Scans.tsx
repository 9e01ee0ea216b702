import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { DateTime } from '@/kit/format/Formats'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import css from './Scans.module.css'

/** What the carrier told of a label's packages, the newest first. */
export function Scans({ id, title }: { id: string; title: string }) {
  const { t } = useLingui()
  const got = useCall('Parcel/Scans', { LabelId: id })
  return (
    <section className={css.scans} aria-label={title}>
      <h2>{got.data ? t`Scans of ${got.data.Label.Shipment}` : title}</h2>
      <Pending called={got} offline={msg`Scans are on the server. They appear with a connection.`}>
        {got.data && got.data.Scans.length > 0 ? (
          <Table
            label={title}
            rows={got.data.Scans}
            keyOf={(s) => `${s.Number} ${s.At} ${s.Code}`}
            columns={[
              { head: t`When`, cell: (s) => <DateTime at={s.At} /> },
              { head: t`Tracking number`, name: true, cell: (s) => s.Number },
              { head: t`Scan`, cell: (s) => s.Text },
              { head: t`Place`, cell: (s) => s.Place },
            ]}
          />
        ) : (
          <p role="status">
            <Trans>The carrier has told nothing yet.</Trans>
          </p>
        )}
      </Pending>
    </section>
  )
}
