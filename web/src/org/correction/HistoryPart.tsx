import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { OrgChanged, OrgHeader, RecordDelta, RecordEntry } from '@sync/gen/api'
import { useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { DateTime } from '@/kit/format/Formats'
import { Pending } from '@/kit/remote/Pending'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button, TextInput } from '@/kit/ui'
import css from './Data.module.css'
import { useFieldWords } from './fieldWords'

const onServer = msg`History is kept on the server, and there is no connection now.`

/** What changed a record, with a way to see it as it was at a moment and to undo a correction. */
export function HistoryPart({ record: r, headers, undone }: { record: RecordEntry; headers: readonly OrgHeader[]; undone: () => void }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const kind = r.Kind === 'order' ? 'order' : 'shipment'
  const all = useCall('DataAdmin/History', { Kind: kind, Id: r.Id }, { staleMs: 0 })
  const [moment, setMoment] = useState('')
  const at = moment && !Number.isNaN(Date.parse(moment)) ? new Date(moment).toISOString() : ''
  const was = useCall('DataAdmin/AsOf', { Kind: kind, Id: r.Id, At: at }, { enabled: at !== '', staleMs: 0 })
  const [undoing, setUndoing] = useState<OrgChanged>()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const choose = (c: OrgChanged) => {
    setUndoing(c)
    setTrouble('')
  }
  const undo = async () => {
    if (!undoing?.Correction) return
    setBusy(true)
    setTrouble('')
    try {
      await call('DataAdmin/Undo', { CorrectionId: undoing.Correction.CorrectionId, Seen: r.Seen, Reason: reason.trim() })
      setUndoing(undefined)
      setReason('')
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
    undone()
    setBusy(false)
  }
  return (
    <>
      <Pending called={all} offline={onServer}>
        {all.data?.length === 0 && (
          <p className={css.quiet}>
            <Trans>No field was changed since it was entered, or since this history is kept.</Trans>
          </p>
        )}
        {all.data && all.data.length > 0 && (
          <Table
            label={t`Changes`}
            rows={all.data}
            keyOf={(c, n) => `${c.At} ${n}`}
            columns={[
              { head: t`When`, name: true, cell: (c) => <DateTime at={c.At} /> },
              {
                head: t`By`,
                cell: (c) => (
                  <>
                    {c.By}
                    <small>{c.Correction ? c.Correction.Reason : c.Op}</small>
                  </>
                ),
              },
              { head: t`Changes`, cell: (c) => <Deltas of={c.Changes} headers={headers} /> },
              {
                head: t`Undo`,
                cell: (c) =>
                  c.Correction &&
                  (c.Undone ? (
                    <Trans>Undone</Trans>
                  ) : (
                    <Button variant="default" size="xs" onClick={() => choose(c)}>
                      <Trans>Undo</Trans>
                    </Button>
                  )),
              },
            ]}
          />
        )}
      </Pending>
      {undoing && (
        <section className={css.save} aria-label={t`Undo a correction`}>
          <TextInput
            label={t`Reason for undoing`}
            withAsterisk
            maxLength={400}
            value={reason}
            onChange={(e) => setReason(e.currentTarget.value)}
          />
          <Button loading={busy} disabled={reason.trim().length < 2} onClick={() => void undo()}>
            <Trans>Undo the correction</Trans>
          </Button>
        </section>
      )}
      <Trouble>{trouble}</Trouble>
      <TextInput
        mt="md"
        className={css.moment}
        type="datetime-local"
        label={t`As it was on`}
        value={moment}
        onChange={(e) => setMoment(e.currentTarget.value)}
      />
      {at && (
        <Pending called={was} offline={onServer}>
          {was.data && <Deltas of={differences(was.data, r)} headers={headers} none={t`Every field was as it is now.`} />}
        </Pending>
      )}
    </>
  )
}

/** Fields whose values differ between then and now. */
function differences(then: RecordEntry, now: RecordEntry): RecordDelta[] {
  const value = (r: RecordEntry, path: string) => r.Fields.find((f) => f.Field === path)?.Value ?? ''
  const paths = new Set([...then.Fields, ...now.Fields].map((f) => f.Field))
  return [...paths].map((Field) => ({ Field, Was: value(then, Field), Now: value(now, Field) })).filter((d) => d.Was !== d.Now)
}

function Deltas({ of, headers, none = '' }: { of: readonly RecordDelta[]; headers: readonly OrgHeader[]; none?: string }) {
  const { t } = useLingui()
  const named = useFieldWords(headers)
  if (of.length === 0) return none ? <p className={css.quiet}>{none}</p> : null
  return (
    <ul className={css.plain}>
      {of.map((d) => (
        <li key={d.Field}>
          {named.group(d.Field)}, {named.label(d.Field)}: {d.Was || t`empty`} → {d.Now || t`empty`}
        </li>
      ))}
    </ul>
  )
}
