import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { CallError } from '@sync/wire'
import { useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { tail } from '@/kit/format/identifier'
import { useRefusal } from '@/kit/remote/refusal'
import { Button, Modal, TextInput } from '@/kit/ui'
import type { Load } from '../load/load'
import { notASeal } from '../scan/meant'

/** Opens the next version of a signed bill: the reason, and what was wrong with the seal or the trailer. Both sign it anew; the version before is kept. */
export function CorrectBill({ load }: { load: Load }) {
  const { t } = useLingui()
  const { whole } = useRefusal()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  // Until something is typed it is the bill's own, as that stands now: another tablet may have corrected it meanwhile.
  const [typed, setTyped] = useState<{ seal?: string; trailer?: string }>({})
  const { seal, trailer } = { seal: load.seal, trailer: load.trailer, ...typed }
  const label = seal === load.seal ? undefined : notASeal(seal, load, [])
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState('')
  const correct = async () => {
    setSaving(true)
    setTrouble('')
    try {
      await call('DockView/CorrectBill', { ShipmentId: load.id, Reason: reason.trim(), Seal: seal.trim(), Trailer: trailer.trim() })
      setOpen(false)
      setReason('')
      setTyped({})
    } catch (err) {
      setTrouble(err instanceof CallError ? whole(err) : t`That did not work. Try again.`)
    }
    setSaving(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        <Trans>Correct the BOL</Trans>
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t`Correct the BOL`} closeButtonProps={{ 'aria-label': t`Close` }}>
        <p>
          <Trans>The next version is signed anew by both. The signed one is kept and marked as superseded.</Trans>
        </p>
        <TextInput label={t`Reason`} withAsterisk maxLength={400} value={reason} onChange={(e) => setReason(e.currentTarget.value)} />
        <TextInput
          label={t`Seal`}
          maxLength={60}
          value={seal}
          error={label ? t`${tail(label)} is a label, not a seal.` : undefined}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, seal: value }))}
        />
        <TextInput
          label={t`Trailer`}
          maxLength={40}
          value={trailer}
          onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, trailer: value }))}
        />
        <Trouble>{trouble}</Trouble>
        <Button mt="md" onClick={() => void correct()} loading={saving} disabled={reason.trim() === '' || label !== undefined}>
          <Trans>Open version {load.billVersion + 1}</Trans>
        </Button>
      </Modal>
    </>
  )
}
