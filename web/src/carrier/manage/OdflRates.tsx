import { Trans, useLingui } from '@lingui/react/macro'
import { upload } from '@sync/transfer'
import { useNavigate } from '@tanstack/react-router'
import { TakeFile } from '@/kit/form/TakeFile'
import { useCan } from '@/kit/remote/can'
import css from './Manage.module.css'

/** Takes Old Dominion's rate file: a new version of its contract, looked at before it is in force. */
export function OdflRates() {
  const { t } = useLingui()
  const navigate = useNavigate()
  if (!useCan('manage-prices')) return null
  const take = async (file: File) => {
    const im = await upload('Carriers/OD1R1T_FileUpload', { SCAC: 'ODFL' }, [file])
    await navigate({ to: '/ContractDetails', search: { import: im.id } })
  }
  return (
    <p className={css.rates}>
      <TakeFile label={t`Upload ODFL rates`} take={take} />
      <Trans>You see what differs from its contract before it is in force.</Trans>
    </p>
  )
}
