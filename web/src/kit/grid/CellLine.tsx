import { Trans, useLingui } from '@lingui/react/macro'
import { PlainButton } from '../plain/Plain'
import { useWords } from '../words/words'
import type { GridColumn } from './column'
import css from './Grid.module.css'
import type { RowMark } from './mark'
import type { Sheet } from './sheet'

interface Props<R> {
  sheet: Sheet<R>
  id: string
  column: GridColumn<R>
  row: number
  /** What the row says of itself. */
  mark: RowMark | undefined
}

/** Says in full what the cell that is pointed at holds, and what is wrong with it; where somebody else changed it too, both are offered. */
export function CellLine<R>({ sheet, id, column, row, mark }: Props<R>) {
  const { t } = useLingui()
  const words = useWords()
  const fault = sheet.fault(id, column.key)
  const clash = sheet.clash(id, column.key)
  return (
    <div className={css.line} role="status" aria-label={t`Cell`}>
      <span className={css.where}>
        {words(column.label)} · {row + 1}
      </span>
      <span className={css.what}>{sheet.shown(id, column)}</span>
      {mark && words(mark.words) !== (fault && words(fault)) && <span data-hue={mark.hue}>{words(mark.words)}</span>}
      {sheet.isGone(id) && (
        <span className={css.wrong}>
          <Trans>This row is no longer here; what you typed was not saved.</Trans>{' '}
          <PlainButton onClick={() => sheet.forget([id])}>
            <Trans>Discard</Trans>
          </PlainButton>
        </span>
      )}
      {fault && <span className={css.wrong}>{words(fault)}</span>}
      {clash && (
        <span className={css.wrong}>
          <Trans>Someone else entered “{clash.theirs}” here.</Trans>{' '}
          <PlainButton onClick={() => sheet.settle(id, column.key, 'mine')}>{t`Keep “${clash.mine}”`}</PlainButton>{' '}
          <PlainButton onClick={() => sheet.settle(id, column.key, 'theirs')}>{t`Take “${clash.theirs}”`}</PlainButton>
        </span>
      )}
    </div>
  )
}
