import { Plural } from '@lingui/react/macro'
import { Icon } from '../icon/Icon'
import { PlainButton } from '../plain/Plain'
import type { Sheet } from './sheet'

interface Props<R> {
  sheet: Sheet<R>
  toWrong: () => void
  toClash: () => void
}

/** How many cells need another look. It stands where there is always room for it: a row of buttons that grew would push the cells from under the hands. */
export function Wrong<R>({ sheet, toWrong, toClash }: Props<R>) {
  const wrong = sheet.wrong.length
  const clashes = sheet.clashes.length
  return (
    <>
      {wrong > 0 && (
        <PlainButton onClick={toWrong} data-wrong>
          <Icon name="alert" /> <Plural value={wrong} one="# mistake" other="# mistakes" />
        </PlainButton>
      )}
      {clashes > 0 && (
        <PlainButton onClick={toClash} data-wrong>
          <Icon name="person" /> <Plural value={clashes} one="# cell changed by somebody else" other="# cells changed by somebody else" />
        </PlainButton>
      )}
    </>
  )
}
