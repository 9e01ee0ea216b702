import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '../icon/Icon'
import { ActionIcon, Button, Checkbox, Group, Popover } from '../ui'
import { useWords } from '../words/words'
import css from './List.module.css'
import type { List } from './list'

/** Which columns are shown, in which order and how wide. */
export function Columns<R extends object>({ list }: { list: List<R> }) {
  const { t } = useLingui()
  const words = useWords()
  const leaves = list.table.getAllLeafColumns()
  const order = list.table.state.columnOrder.length > 0 ? list.table.state.columnOrder : leaves.map((c) => c.id)
  const sorted = [...leaves].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  const shift = (id: string, by: -1 | 1) => {
    const ids = sorted.map((c) => c.id)
    const from = ids.indexOf(id)
    const to = from + by
    if (to < 0 || to >= ids.length) return
    ids.splice(to, 0, ...ids.splice(from, 1))
    list.table.setColumnOrder(ids)
  }
  return (
    <Popover position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="columns" />}>
          <Trans>Columns</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.facets}>
          {sorted.map((c) => {
            const column = list.columnOf(c.id)
            if (!column) return null
            const label = words(column.label)
            return (
              <Group key={c.id} gap={4} wrap="nowrap">
                <Checkbox
                  style={{ flex: 1 }}
                  label={label}
                  checked={c.getIsVisible()}
                  onChange={(e) => c.toggleVisibility(e.currentTarget.checked)}
                />
                <ActionIcon variant="subtle" aria-label={t`Move ${label} left`} onClick={() => shift(c.id, -1)}>
                  <Icon name="left" size={14} />
                </ActionIcon>
                <ActionIcon variant="subtle" aria-label={t`Move ${label} right`} onClick={() => shift(c.id, 1)}>
                  <Icon name="right" size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={t`Make ${label} wider`}
                  onClick={() => list.table.setColumnSizing((w) => ({ ...w, [c.id]: c.getSize() + 40 }))}
                >
                  <Icon name="plus" size={14} />
                </ActionIcon>
              </Group>
            )
          })}
          <Button
            variant="subtle"
            onClick={() => {
              list.table.setColumnOrder([])
              list.table.setColumnSizing({})
              list.table.setColumnVisibility(Object.fromEntries(list.spec.columns.filter((c) => c.hidden).map((c) => [c.key, false])))
            }}
          >
            <Trans>Reset</Trans>
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
