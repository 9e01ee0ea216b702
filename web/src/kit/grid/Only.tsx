import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PlainInput } from '../plain/Plain'
import type { Sheet } from './sheet'

const cut = (text: string) => text.split(/[\n\r\t,;]+/)

/** Shows only the rows that hold a text, or one of several that were pasted: a column of numbers out of a mail or a spreadsheet. */
export function Only<R>({ sheet }: { sheet: Sheet<R> }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const take = (to: string) => {
    setText(to)
    sheet.only(cut(to))
  }
  return (
    <PlainInput
      type="search"
      size={18}
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
  )
}
