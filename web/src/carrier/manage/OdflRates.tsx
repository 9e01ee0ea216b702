import { Trans } from '@lingui/react/macro'
import { upload } from '@sync/transfer'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { useCan } from '@/kit/remote/can'
import { useWork } from '@/kit/remote/useWork'
import css from './Manage.module.css'

/** Takes Old Dominion's rate file: a new version of its contract, looked at before it is in force. */
export function OdflRates() {
  const id = useId()
  const navigate = useNavigate()
  const may = useCan('manage-prices')
  const { busy, trouble, work } = useWork()
  const read = (file: File) =>
    work(async () => {
      const im = await upload('Carriers/OD1R1T_FileUpload', { SCAC: 'ODFL' }, [file])
      await navigate({ to: '/ContractDetails', search: { import: im.id } })
    })
  if (!may) return null
  return (
    <div className={css.rates}>
      <label htmlFor={id}>
        <Icon name="up" /> <Trans>Upload ODFL rates, Excel or CSV. You see what differs from its contract before it is in force.</Trans>
      </label>
      <input
        id={id}
        type="file"
        disabled={busy}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(e) => {
          const [file] = e.currentTarget.files ?? []
          if (file && !busy) void read(file)
          e.currentTarget.value = ''
        }}
      />
      {trouble}
    </div>
  )
}
