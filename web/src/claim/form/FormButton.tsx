import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ClaimDossier, ClaimFillFormResp } from '@sync/gen/api'
import { useState } from 'react'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { toasts } from '@/kit/toast/toast'
import { Button, Menu } from '@/kit/ui'
import { noRoom } from '../case/words'

/** Puts the claim on a form of its carrier, as a document of its evidence. */
export function FormButton({ claim: c }: { claim: ClaimDossier }) {
  const { act } = useAct()
  const forms = useCall('Claim/FormsOf', { ClaimId: c.ClaimId }).data
  const [busy, setBusy] = useState(false)
  if (!forms || forms.length === 0) return null
  const fill = async (FormId: string, name: string) => {
    setBusy(true)
    await act(async () => {
      const got = (await theRemote().submit('Claim/FillForm', { ClaimId: c.ClaimId, FormId, Rev: c.Rev })) as ClaimFillFormResp // the call's own answer
      toasts.good(msg`Claim form added to the evidence`, { of: name })
      for (const why of noRoom(got)) toasts.warn(why, { of: name })
    })
    setBusy(false)
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" loading={busy}>
          <Trans>Claim form</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map((f) => (
          <Menu.Item key={f.FormId} onClick={() => void fill(f.FormId, f.Name)}>
            {f.Carrier ? `${f.Carrier} · ${f.Name}` : f.Name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
