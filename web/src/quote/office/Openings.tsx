import { Trans, useLingui } from '@lingui/react/macro'
import type { Quote } from '@sync/gen/tables'
import { DateTime } from '@/kit/format/Formats'
import { useCall } from '@/kit/remote/useCall'
import { Modal } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './Quotes.module.css'

/** From where a carrier's link was opened. More than one place tells that it was passed on. */
export function Openings({ q, onClose }: { q: Quote; onClose: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  const found = useCall('Quote/Openings', { QuoteID: q.id }, { staleMs: 0 })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Who opened the link of ${q.carrierName}`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {found.remote.refused && <p role="alert">{words(found.remote.refused)}</p>}
      {found.remote.offline && (
        <p role="status">
          <Trans>That is on the server, and there is no connection now.</Trans>
        </p>
      )}
      {found.data && (
        <table className={css.openings}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Address</Trans>
              </th>
              <th scope="col">
                <Trans>Browser</Trans>
              </th>
              <th scope="col">
                <Trans>Times</Trans>
              </th>
              <th scope="col">
                <Trans>First</Trans>
              </th>
              <th scope="col">
                <Trans>Last</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.data.map((o) => (
              <tr key={`${o.address} ${o.agent}`}>
                <td>{o.address}</td>
                <td className={css.agent}>{o.agent}</td>
                <td>{o.times}</td>
                <td>
                  <DateTime at={o.firstAt} />
                </td>
                <td>
                  <DateTime at={o.lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}
