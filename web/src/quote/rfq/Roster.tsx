import { Trans } from '@lingui/react/macro'
import { local } from '@sync/client'
import { useLiveQuery } from 'dexie-react-hooks'
import type { InputProps } from '@/kit/form/defineForm'
import { PageLink } from '@/kit/page/PageLink'
import { useCall } from '@/kit/remote/useCall'
import { Checkbox } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../office/Quotes.module.css'
import { equipmentWords } from './words'

/** Chooses whom of the truckload carriers to ask. */
export function Roster({ id, label, error, disabled, value = [], onChange }: InputProps<string[]>) {
  const words = useWords()
  const found = useCall('Carriers/GetRFQCarrier', undefined)
  const names = useLiveQuery(async () => new Map((await local().carrier.toArray()).map((c) => [c.id, c.name])))
  return (
    <fieldset className={css.whom} disabled={disabled} id={id} tabIndex={-1}>
      <legend>{label}</legend>
      {error && <p role="alert">{error}</p>}
      {found.remote.refused && <p role="alert">{words(found.remote.refused)}</p>}
      {found.remote.offline && (
        <p role="status">
          <Trans>Carriers are asked by the server, and there is no connection now.</Trans>
        </p>
      )}
      {found.data?.length === 0 && (
        <p className={css.quiet}>
          <Trans>No carriers yet.</Trans>{' '}
          <PageLink to={{ page: 'TruckloadRFQCarrier' }}>
            <Trans>Add truckload carriers</Trans>
          </PageLink>
        </p>
      )}
      <ul className={css.choices} aria-busy={found.loading}>
        {found.data?.map((c) => (
          <li key={c.rfqCarrierId}>
            <Checkbox
              label={`${names?.get(c.SCAC) ?? c.SCAC} · ${c.SCAC}`}
              description={[c.Equipment && words(equipmentWords[c.Equipment]), c.Email].filter(Boolean).join(' · ')}
              checked={value.includes(c.rfqCarrierId)}
              onChange={(e) => onChange(e.currentTarget.checked ? [...value, c.rfqCarrierId] : value.filter((v) => v !== c.rfqCarrierId))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
