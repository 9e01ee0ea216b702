import { Trans } from '@lingui/react/macro'
import { upload } from '@sync/transfer'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { useWork } from '@/kit/remote/useWork'
import css from '../Rating.module.css'

/** Takes a contract's file; what it would change is shown before anything of it counts. */
export function UploadContract({ tariff = '' }: { tariff?: string }) {
  const id = useId()
  const navigate = useNavigate()
  const { busy, trouble, work } = useWork()
  const read = (file: File) =>
    work(async () => {
      const im = await upload('Rating/UploadTariff', tariff ? { tariffId: tariff } : {}, [file])
      await navigate({ to: '/ContractDetails', search: { import: im.id } })
    })
  return (
    <div className={css.file}>
      <label htmlFor={id}>
        {tariff ? (
          <Trans>Upload a new version, Excel or CSV. You see what differs before it is in force.</Trans>
        ) : (
          <Trans>Upload a new contract, Excel or CSV. You see it before it is in force.</Trans>
        )}
        {/* The browser's own control speaks the browser's language: it lies over all of this, unseen. */}
        <span className={css.choose} aria-hidden="true">
          <Icon name="up" /> <Trans>Choose a file</Trans>
        </span>
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
