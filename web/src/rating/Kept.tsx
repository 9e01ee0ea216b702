import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { offerUndo } from '@/kit/list/undo'
import { useWork } from '@/kit/remote/useWork'
import { Button, Group } from '@/kit/ui'

interface Kept {
  /** What it is called, with its kind: "terminal ATL of SAIA". */
  name: string
  change: () => unknown
  drop: () => unknown
}

/** The buttons of something that the office keeps. */
export function KeptButtons({ name, change, drop }: Kept) {
  const { t } = useLingui()
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={t`Change ${name}`} onClick={change}>
        <Trans>Change</Trans>
      </Button>
      <Button size="compact-sm" variant="default" aria-label={t`Delete ${name}`} onClick={drop}>
        <Trans>Delete</Trans>
      </Button>
    </Group>
  )
}

/** Deletes something that the office keeps, with a way back for ten seconds: it is saved again, as it was. `again` reads the list. */
export function useDrop(again: () => void) {
  const { trouble, work } = useWork()
  const run = (one: () => Promise<unknown>) => work(() => one().finally(again))
  const drop = (name: string, remove: () => Promise<unknown>, restore: () => Promise<unknown>) =>
    run(async () => {
      await remove()
      offerUndo(msg`Deleted: ${name}`, () => run(restore))
    })
  return { trouble, drop }
}
