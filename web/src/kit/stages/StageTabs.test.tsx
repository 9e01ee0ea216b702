import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../testing/render'
import { StageTabs } from './StageTabs'

const tabs = [
  { key: 'T', label: 'Scheduled', n: 1200 },
  { key: 'A', label: 'In transit', n: 0 },
  { key: 'D', label: 'Delivered', n: undefined },
] as const

function Stages() {
  const [at, setAt] = useState<'T' | 'A' | 'D'>('T')
  return <StageTabs label="Status" tabs={tabs} at={at} go={setAt} />
}

test('the tabs are one stop of the Tab key, and the arrows go along them and around', async () => {
  await show(<Stages />)
  const user = userEvent.setup()
  const open = () => screen.getByRole('tab', { selected: true })
  expect(open().textContent).toBe('Scheduled 1,200')
  await user.tab()
  expect(document.activeElement).toBe(open())
  await user.keyboard('{ArrowRight}')
  expect(open().textContent).toBe('In transit 0')
  expect(document.activeElement).toBe(open())
  await user.keyboard('{End}{ArrowRight}{ArrowLeft}')
  expect(open().textContent?.trim()).toBe('Delivered')
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})

test('the tab that is open stays in sight when the counts of others push it along', async () => {
  const text = (el: HTMLElement) => el.textContent?.trim().length ?? 0
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    const before = [...(this.parentElement?.children ?? [])] as HTMLElement[]
    return before.slice(0, before.indexOf(this)).reduce((n, el) => n + 10 * text(el), 0)
  })
  function Counted() {
    const [n, setN] = useState<number>()
    return (
      <>
        <StageTabs
          label="Status"
          at="D"
          go={() => {}}
          tabs={[
            { key: 'T', label: 'Scheduled', n },
            { key: 'D', label: 'Delivered', n: undefined },
          ]}
        />
        <button type="button" onClick={() => setN(1200)}>
          Count
        </button>
      </>
    )
  }
  await show(<Counted />)
  const strip = screen.getByRole('tablist')
  const pushed = strip.scrollLeft
  await userEvent.setup().click(screen.getByRole('button', { name: 'Count' }))
  expect(strip.scrollLeft - pushed).toBe(60)
})
