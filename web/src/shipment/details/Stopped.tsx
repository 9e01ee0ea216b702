import { msg } from '@lingui/core/macro'
import { local } from '@sync/client'
import type { Shipment } from '@sync/gen/tables'
import { useLiveQuery } from 'dexie-react-hooks'
import { Part } from '@/kit/detail/DetailScreen'
import css from './Workspace.module.css'

/** Why a shipment stands still: what happened, as the organisation's list calls it, and what was written beside it. */
export function Stopped({ s }: { s: Shipment }) {
  const code = useLiveQuery(() => local().shipment_exception_code.get(s.exception), [s.exception])
  return (
    <Part title={msg`Exception`}>
      <p className={css.plain}>
        <strong>{code?.text ?? s.exception}</strong>
      </p>
      {s.reason && <p className={css.plain}>{s.reason}</p>}
    </Part>
  )
}
