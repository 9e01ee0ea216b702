import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '../icon/Icon'
import { PlainButton, PlainInput } from '../plain/Plain'
import type { Sheet } from './sheet'

const cut = (text: string) => text.split(/[\n\r\t,;]+/)

/**
 * Shows only the rows that hold a text, or one of several that were pasted: a column of numbers out of a mail or a spreadsheet; or those that are chosen
 * now, which stay in sight when they are chosen no longer: what became of them is read there.
 */
export function Only<R>({ sheet, ticked }: { sheet: Sheet<R>; ticked: ReadonlySet<string> }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const take = (to: string) => {
    setText(to)
    sheet.only(cut(to))
  }
  return (
    <>
      <PlainInput
        type="search"
        size={13}
        aria-label={t`Show only`}
        placeholder={t`Show only`}
        value={text}
        onChange={(e) => take(e.currentTarget.value)}
        onPaste={(e) => {
          const pasted = e.clipboardData.getData('text/plain')
          if (!/[\n\r\t]/.test(pasted)) return
          e.preventDefault()
          take(cut(pasted).filter(Boolean).join(', '))
        }}
      />
      <PlainButton
        aria-pressed={sheet.isPicked}
        disabled={!sheet.isPicked && ticked.size === 0}
        onClick={() => sheet.pick(sheet.isPicked ? undefined : ticked)}
      >
        {sheet.isPicked && <Icon name="check" />} <Trans>Selected only</Trans>
      </PlainButton>
    </>
  )
}
