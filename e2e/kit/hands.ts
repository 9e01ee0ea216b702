import { expect } from '@playwright/test'
import type { Driver, Point } from './driver'

/** What something on the screen is, and its name as it is read out; without a name, the first that a selector finds. */
interface Named {
  css: string
  name?: string
}
interface Found {
  middle: Point
  width: number
  height: number
  value: string
}

export const button = (name: string): Named => ({ css: 'button', name })
export const field = (name: string): Named => ({ css: 'input, textarea', name })

/** Looks for what is shown and called so. Undefined while it is not there, cannot be used, moves, or lies below something else. */
async function look({ css, name }: Named): Promise<Found | undefined> {
  const said = (el: Element) => {
    const by = el
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
    const labels = [...((el as HTMLInputElement).labels ?? [])].map((l) => l.textContent ?? '')
    const text = el.getAttribute('aria-label') ?? by?.join(' ') ?? (labels.length > 0 ? labels.join(' ') : (el.textContent ?? ''))
    return text
      .replace(/\s*\*?\s*$/, '')
      .replace(/\s+/g, ' ')
      .trim()
  }
  const el = [...document.querySelectorAll<HTMLElement>(css)].find(
    (el) => (name === undefined || said(el) === name) && el.checkVisibility({ visibilityProperty: true }) && !el.matches(':disabled'),
  )
  if (!el) return undefined
  el.scrollIntoView({ block: 'center' })
  const frame = () => new Promise((r) => setTimeout(r, 50))
  await frame()
  const before = el.getBoundingClientRect()
  await frame()
  const box = el.getBoundingClientRect()
  if (!el.isConnected || box.width === 0 || before.top !== box.top || before.left !== box.left) return undefined
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  const top = document.elementFromPoint(middle.x, middle.y)
  if (!top || !(el.contains(top) || top.contains(el))) return undefined
  Object.assign(globalThis, { felt: false })
  el.addEventListener('click', () => Object.assign(globalThis, { felt: true }), { once: true, capture: true })
  return { middle, width: box.width, height: box.height, value: (el as HTMLInputElement).value ?? '' }
}

/** A person before a browser: looks for things by their names and waits for them, presses and types. */
export class Hands {
  constructor(
    readonly driver: Driver,
    readonly url: string,
  ) {}

  private async find(what: Named): Promise<Found> {
    let found: Found | undefined
    await expect(async () => {
      found = await this.driver.run(look, what)
      const instead = found ? '' : await this.driver.run(() => `${location.pathname}: ${document.body.innerText.slice(0, 200)}`)
      expect(found, `${what.name ?? what.css} is shown at ${instead}`).toBeTruthy()
    }).toPass()
    return found as Found // it has passed
  }

  /** Presses what is called so, until it has felt it: a screen that is still being laid out may move it away in the last moment. */
  async press(what: Named) {
    await expect(async () => {
      await this.driver.draw((await this.find(what)).middle)
      expect(await this.driver.run(() => (globalThis as unknown as { felt: boolean }).felt), `${what.name ?? what.css} was pressed`).toBe(
        true,
      )
    }).toPass({ timeout: 40_000 })
  }

  /** Types into a field as a hand does: as fast as a scanner, it would be taken for one. */
  async fill(name: string, text: string, pause = 70) {
    await this.press(field(name))
    await this.driver.type(text, pause)
    await expect.poll(async () => (await this.find(field(name))).value, { message: name }).toBe(text)
  }

  async sees(what: Named) {
    await this.find(what)
  }

  /** Goes to a screen as a link does, by way of another: when that is gone, what is seen is the one that was asked for. */
  async goes(path: string) {
    const push = (to: string) => this.driver.run((to) => history.pushState({}, '', to), to)
    const between = () =>
      this.driver.run(() => [...document.querySelectorAll('main h1, main h2')].some((h) => h.textContent === 'Needs attention'))
    await push('/NeedsAttention')
    await expect.poll(between, { message: `on the way to ${path}` }).toBe(true)
    await push(path)
    await expect.poll(between, { message: path }).toBe(false)
    await this.rests()
  }

  /** Until the screen that was asked for is drawn, and nothing on it says that it is busy. */
  async rests() {
    await expect
      .poll(() =>
        this.driver.run(() => {
          const busy = document.querySelector('[aria-busy="true"]')
          if (busy) return `busy: ${busy.outerHTML.slice(0, 200)}`
          return document.querySelector('main h1, main h2, main [role=grid]')
            ? 'at rest'
            : `no heading at ${location.pathname}: ${document.body.innerText.slice(0, 200)}`
        }),
      )
      .toBe('at rest')
  }

  /** Until a text stands on the screen. */
  async reads(text: string) {
    await expect
      .poll(() => this.driver.run((text) => (document.body.innerText ?? '').includes(text), text), { message: text, timeout: 20_000 })
      .toBe(true)
  }

  async signIn(user: string) {
    if (!(await this.driver.run(() => location.href)).startsWith(this.url)) await this.driver.goto(this.url)
    await this.fill('User name', user, 0)
    await this.fill('Password', 'lading-demo', 0)
    await this.press(button('Sign in'))
    await this.sees(button('All saved'))
  }

  /** A signature across the pad. */
  async sign() {
    const pad = { css: '[data-signed]' }
    const { middle, width } = await this.find(pad)
    const points = Array.from({ length: 20 }, (_, i) => ({
      x: middle.x + (i / 20 - 0.5) * (width - 60),
      y: middle.y + Math.sin(i) * 30,
    }))
    await this.driver.draw(...points)
    await this.find({ css: '[data-signed="true"]' })
  }
}
