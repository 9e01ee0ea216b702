import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '../icon/Icon'
import { useRefusal } from '../remote/refusal'
import { toasts } from '../toast/toast'
import { Button } from '../ui'
import { useWords } from '../words/words'
import type { BulkAction } from './defineList'
import css from './List.module.css'
import type { List } from './list'
import { offerUndo } from './undo'

/** Rises from below when rows are chosen: how many, what can be done with them, and the way out. */
export function SelectionBar<R extends object>({ list }: { list: List<R> }) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const [running, setRunning] = useState<string>()
  const { chosen } = list
  if (chosen.length === 0) return null

  const run = async (action: BulkAction<R>, label: string) => {
    setRunning(label)
    try {
      const rows = (await chosen.take()).filter((row) => action.when?.(row) ?? true)
      if (rows.length === 0) return
      const back = await action.run(rows)
      if (back === false) return
      const said = action.done?.(rows.length) ?? plural(rows.length, { one: `${label}: # row`, other: `${label}: # rows` })
      if (back) offerUndo(said, back.undo)
      else toasts.good(said)
      list.table.resetRowSelection(true)
    } catch (err) {
      refusal.tell(err)
    } finally {
      setRunning(undefined)
    }
  }

  return (
    <section className={`${css.selection} no-print`} aria-label={t`Selected rows`}>
      <strong>
        <Plural value={chosen.length} one="# row selected" other="# rows selected" />
      </strong>
      {list.spec.bulk?.map((action) => {
        const label = words(action.label)
        const able = chosen.able(action)
        return (
          <Button
            key={label}
            variant="white"
            leftSection={action.icon && <Icon name={action.icon} />}
            disabled={able === 0}
            loading={running === label}
            onClick={() => void run(action, label)}
          >
            {able === chosen.length ? label : `${label} (${able})`}
          </Button>
        )
      })}
      <Button variant="transparent" c="white" onClick={() => list.table.resetRowSelection(true)}>
        {t`Clear selection`}
      </Button>
    </section>
  )
}
