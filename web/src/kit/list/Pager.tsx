import { Trans, useLingui } from '@lingui/react/macro'
import { useLocale } from '../format/Formats'
import { count } from '../format/measure'
import { Icon } from '../icon/Icon'
import { ActionIcon, SegmentedControl } from '../ui'
import css from './List.module.css'
import type { List } from './list'

/** Which rows are shown, and how many at a time. */
export function Pager<R extends object>({ list }: { list: List<R> }) {
  const { t } = useLingui()
  const locale = useLocale()
  const usual = list.spec.pageSize ?? 15
  const total = list.count
  const first = list.page * list.size
  return (
    <nav className={`${css.pager} no-print`} aria-label={t`Pages`}>
      <SegmentedControl
        size="xs"
        aria-label={t`Rows to a page`}
        data={[
          { value: String(usual), label: count(usual, locale) },
          { value: '100', label: count(100, locale) },
          { value: '0', label: t`All` },
        ]}
        value={String(list.size)}
        onChange={(v) => {
          list.setSize(Number(v))
          list.setPage(0)
        }}
      />
      {list.size > 0 && (
        <>
          <span role="status">
            <Trans>
              {count(first + 1, locale)}–{count(Math.min(total, first + list.size), locale)} of {count(total, locale)}
            </Trans>
          </span>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t`Page before`}
            disabled={list.page === 0}
            onClick={() => list.setPage(list.page - 1)}
          >
            <Icon name="left" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t`Next page`}
            disabled={list.page >= list.pages - 1}
            onClick={() => list.setPage(list.page + 1)}
          >
            <Icon name="right" />
          </ActionIcon>
        </>
      )}
    </nav>
  )
}
