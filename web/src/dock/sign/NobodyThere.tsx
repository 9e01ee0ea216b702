import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { Button, Group, Modal, Stack, Text, TextInput } from '@/kit/ui'
import type { Load } from '../load/load'

/** Nobody came to sign: said once, it stands on the bill, whoever signs later. */
export function NobodyThere({ load }: { load: Load }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState('')
  const say = async (nobody: boolean) => {
    setTrouble('')
    try {
      await send('DockView/NoteNobody', { ShipmentId: load.id, Nobody: nobody, Note: nobody ? note.trim() : '' })
      feedback('good')
      setOpen(false)
    } catch (err) {
      console.error('that nobody was there was not kept', err)
      setTrouble(t`It could not be kept on this tablet. Nothing was changed. Try again.`)
    }
  }
  return (
    <>
      <Button variant="default" onClick={() => (load.nobody ? void say(false) : setOpen(true))}>
        {load.nobody ? <Trans>Somebody was there after all</Trans> : <Trans>No one available</Trans>}
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
          {trouble && <Text role="alert">{trouble}</Text>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setOpen(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button onClick={() => void say(true)}>
              <Trans>Put it on the bill</Trans>
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
