import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useState } from 'react'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { Button, Modal, Stack, Text, TextInput } from '@/kit/ui'
import type { Load } from '../load/load'
import { PanelFoot } from '../loading/PanelFoot'

/** Nobody came to sign: said once, it stands on the bill, whoever signs later. */
export function NobodyThere({ load }: { load: Load }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const { trouble, keeping } = useKeeping()
  const say = async (nobody: boolean) => {
    if (await keeping(() => send('DockView/NoteNobody', { ShipmentId: load.id, Nobody: nobody, Note: nobody ? note.trim() : '' })))
      setOpen(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => (load.nobody ? void say(false) : setOpen(true))}>
        {load.nobody ? <Trans>Someone is available</Trans> : <Trans>No one available</Trans>}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t`No one available`} closeButtonProps={{ 'aria-label': t`Close` }}>
        <Stack>
          <Text>
            <Trans>The bill will say that nobody was available to sign. It stays there, and the load can still be signed later.</Trans>
          </Text>
          <TextInput
            label={t`Why, in a few words`}
            maxLength={200}
            autoComplete="off"
            value={note}
            onChange={(e) => setNote(e.currentTarget.value)}
          />
          <PanelFoot trouble={trouble} onCancel={() => setOpen(false)}>
            <Button onClick={() => void say(true)}>
              <Trans>Put it on the bill</Trans>
            </Button>
          </PanelFoot>
        </Stack>
      </Modal>
    </>
  )
}
