import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { CallError } from '@sync/wire'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusalWords } from '@/kit/remote/refusalWords'
import { useKeeping } from './useKeeping'

test('work that could not be kept is said to be nowhere, and the next try begins anew', async () => {
  i18n.load('en', {})
  i18n.activate('en')
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { result } = renderHook(() => useKeeping(), { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> })

  const full = new DOMException('no room', 'QuotaExceededError')
  expect(await act(() => result.current.keeping(() => Promise.reject(full)))).toBe(false)
  expect(result.current.trouble).not.toBe('')
  expect(said.mock.calls.flat()).toContain(full)

  expect(await act(() => result.current.keeping(() => Promise.resolve()))).toBe(true)
  expect(result.current.trouble).toBe('')
})

test('work that is too large to be sent is refused with its own words', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  refusalWords.set({ 'work-too-large': 'Too large: {size} KB.' })
  const { result } = renderHook(() => useKeeping(), { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> })
  const large = new CallError(413, 'work-too-large', { size: 1172 })
  expect(await act(() => result.current.keeping(() => Promise.reject(large)))).toBe(false)
  expect(result.current.trouble).toMatch(/^Too large/)
})

test('a second tap while the first is written does nothing', async () => {
  const { result } = renderHook(() => useKeeping(), { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> })
  let written = () => {}
  const write = vi.fn(() => new Promise<void>((r) => (written = r)))
  const first = act(() => result.current.keeping(write))
  expect(await result.current.keeping(write)).toBe(false)
  expect(await result.current.keeping(() => Promise.resolve(), { of: 'another' })).toBe(true)
  written()
  expect(await first).toBe(true)
  expect(write).toHaveBeenCalledTimes(1)
})
