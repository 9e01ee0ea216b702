import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { DocumentRegenerated } from '@sync/gen/api'
import { type FormEvent, useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { useRefusal } from '@/kit/remote/refusal'
import { Button, TextInput } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from './Data.module.css'

const outcomes: Record<DocumentRegenerated['Outcome'], Words> = {
  made: msg`Made`,
  same: msg`Unchanged`,
  signed: msg`Signed: it stays as it was signed`,
  lacks: msg`Not made`,
}

/** Makes a shipment's documents anew, and says what became of each. */
export function RegenerateForm({ shipment }: { shipment: string }) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [done, setDone] = useState<DocumentRegenerated[]>()
  const run = async (e: FormEvent) => {
    e.preventDefault()
    setBusy(true)
    setTrouble('')
    try {
      setDone(await call('DataAdmin/RegenerateAllDocuments', { ShipmentId: shipment, Reason: reason.trim() }))
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
    setBusy(false)
  }
  if (done)
    return (
      <ul className={css.plain} aria-label={t`Documents`}>
        {done.map((d) => (
          <li key={`${d.Paper} ${d.Name}`}>
            <strong>{d.Name}</strong> {words(outcomes[d.Outcome])}
            {d.Why && <small>{refusal.ofCode(d.Why, {})}</small>}
            {d.Superseded.length > 0 && (
              <small>
                <Trans>Superseded and kept: {d.Superseded.join(', ')}</Trans>
              </small>
            )}
          </li>
        ))}
      </ul>
    )
  return (
    <form onSubmit={(e) => void run(e)}>
      <p>
        <Trans>
          The bill, the packing list and the labels are made from the data as it is now. Earlier files stay and are marked as superseded.
        </Trans>
      </p>
      <TextInput label={t`Reason`} withAsterisk maxLength={200} value={reason} onChange={(e) => setReason(e.currentTarget.value)} />
      <Trouble>{trouble}</Trouble>
      <Button type="submit" mt="md" loading={busy} disabled={reason.trim().length < 2}>
        <Trans>Regenerate documents</Trans>
      </Button>
    </form>
  )
}
