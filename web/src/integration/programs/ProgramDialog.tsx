import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { AccessApplication } from '@sync/gen/api'
import { useState } from 'react'
import { useRefusal } from '@/kit/remote/refusal'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button, Checkbox, Modal, TextInput } from '@/kit/ui'
import css from './Programs.module.css'

/** A new program: its name, what it may read and write, and until when. */
export function ProgramDialog({ onClose, onMade }: { onClose: () => void; onMade: (p: AccessApplication) => void }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const { data: may } = useCall('Access/ApplicationScopes', undefined)
  const [name, setName] = useState('')
  const [until, setUntil] = useState('')
  const [scopes, setScopes] = useState<string[]>([])
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const areas = [...new Set((may ?? []).map((s) => s.split(':')[0] as string))] // a scope is area:read or area:write
  const toggle = (s: string, on: boolean) => setScopes(on ? [...scopes, s] : scopes.filter((x) => x !== s))
  const make = async () => {
    if (!name.trim()) return setWrong(t`Enter a name.`)
    if (scopes.length === 0) return setWrong(t`Choose what the program may do.`)
    setBusy(true)
    try {
      onMade(await call('user/client-application', { name, scopes, until }))
    } catch (err) {
      setWrong(refusal.whole(err))
    }
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={t`New program`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <form
        onSubmit={(e) => {
          e.preventDefault()
          void make()
        }}
      >
        {wrong && (
          <Alert color="red" role="alert" mb="sm">
            {wrong}
          </Alert>
        )}
        <TextInput
          data-autofocus
          label={t`Name`}
          description={t`The other system, such as ERP`}
          maxLength={80}
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          mb="sm"
        />
        <TextInput
          type="date"
          label={t`Last day`}
          description={t`Empty: without end`}
          value={until}
          onChange={(e) => setUntil(e.currentTarget.value)}
          mb="sm"
          maw={220}
        />
        <fieldset>
          <legend>
            <Trans>What it may do, within your own rights</Trans>
          </legend>
          <div className={css.scopes}>
            {areas.flatMap((a) => [
              <span key={a}>{a}</span>,
              <Checkbox
                key={`${a}:read`}
                label={t`Read`}
                aria-label={t`Read: ${a}`}
                checked={scopes.includes(`${a}:read`) || scopes.includes(`${a}:write`)}
                disabled={scopes.includes(`${a}:write`)}
                onChange={(e) => toggle(`${a}:read`, e.currentTarget.checked)}
              />,
              may?.includes(`${a}:write`) ? (
                <Checkbox
                  key={`${a}:write`}
                  label={t`Write`}
                  aria-label={t`Write: ${a}`}
                  checked={scopes.includes(`${a}:write`)}
                  onChange={(e) => toggle(`${a}:write`, e.currentTarget.checked)}
                />
              ) : (
                <span key={`${a}:write`} />
              ),
            ])}
          </div>
        </fieldset>
        <Button type="submit" mt="md" disabled={busy}>
          <Trans>Create</Trans>
        </Button>
      </form>
    </Modal>
  )
}
