import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { Button, Group } from '@/kit/ui'

/** Where a panel ends: what went wrong, the way out, and the button that does it. */
export function PanelFoot({
  trouble,
  cancel,
  onCancel,
  children,
}: {
  trouble: string
  cancel?: ReactNode
  onCancel: () => void
  children: ReactNode
}) {
  return (
    <>
      <Trouble>{trouble}</Trouble>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {cancel ?? <Trans>Cancel</Trans>}
        </Button>
        {children}
      </Group>
    </>
  )
}
