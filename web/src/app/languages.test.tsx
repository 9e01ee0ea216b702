import { afterEach, expect, test, vi } from 'vitest'
import { choose, forgetChoice, i18n, preferred, speak, speakAs } from './languages'

const browser = (...of: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(of)

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

test('a choice counts before the browser and the profile, until its maker signs out', async () => {
  browser('fr-CA', 'en')
  await speak(preferred())
  expect(i18n.locale).toBe('fr')
  await choose('es')
  await speakAs('en')
  expect([i18n.locale, preferred(), document.documentElement.lang]).toEqual(['es', 'es', 'es'])

  await forgetChoice()
  expect([i18n.locale, preferred(), document.documentElement.lang]).toEqual(['fr', 'fr', 'fr'])

  await speakAs('en') // the next person's own
  expect(i18n.locale).toBe('en')
})

test('nor does the language of a profile stay on the sign-in page', async () => {
  browser('en-US')
  await speak(preferred())
  await speakAs('es')
  expect(i18n.locale).toBe('es')
  await forgetChoice()
  expect(i18n.locale).toBe('en')
})
