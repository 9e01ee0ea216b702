import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '../icon/Icon'
import { Button, Group, Modal, Textarea } from '../ui'
import { cutIds } from './pasteIds'

interface FindManyProps {
  ids: string[]
  onIds: (ids: string[]) => void
}

/** Many rows by the numbers that somebody has in a spreadsheet or a mail. */
export function FindMany({ ids: now, onIds }: FindManyProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const ids = cutIds(text)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="paste" />}
        onClick={() => {
          setText(now.join('\n'))
          setOpened(true)
        }}
      >
        <Trans>Paste ids</Trans>
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t`Find many at once`} closeButtonProps={{ 'aria-label': t`Close` }}>
        <form
          onSubmit={(e) => {
            e.preventDefault()
            onIds(ids)
            setOpened(false)
          }}
        >
          <Textarea
            data-autofocus
            data-scan-field
            label={t`Paste or scan ids`}
            description={t`One in each line, or with commas or blanks between. A column from a spreadsheet will do.`}
            rows={8}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
          />
          <Group justify="space-between" mt="md">
            <span>
              <Plural value={ids.length} one="# id" other="# ids" />
            </span>
            <Button type="submit">
              <Trans>Show these</Trans>
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  )
}
