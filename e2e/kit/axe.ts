import type { Page } from '@playwright/test'
import axe from 'axe-core'

const asked = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What only the colours of a theme can break; all else is the same in each of them. */
const ofColour = ['color-contrast', 'link-in-text-block']

interface Fault {
  theme: string
  rule: string
  nodes: { target: string; why: string }[]
}

/** Gathers the serious faults of access of whatever a page shows, by daylight and in the sun. */
export class Examiner {
  readonly faults: string[] = []
  readonly seen: string[] = []

  /** The whole page, or only what `part` selects in it. */
  async examine(page: Page, name: string, part?: string) {
    this.seen.push(name)
    // Once in each document: half a megabyte of rules, and the policy of the page keeps a script tag out.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
    const faults = await page.evaluate(
      async ({ part, asked, ofColour }) => {
        const { axe } = globalThis as unknown as { axe: typeof import('axe-core') } // put there by the line above
        const found: Fault[] = []
        const look = async (theme: string, runOnly: string[]) => {
          // A colour may be on its way: to the theme's, or to that of a button that can be pressed since a moment ago.
          await new Promise((r) => requestAnimationFrame(r))
          await Promise.allSettled(document.getAnimations().map((a) => a.effect?.getComputedTiming().iterations !== Infinity && a.finished))
          // What a frame holds (a PDF) is not ours; the long lists of what is in order need not be made.
          // The stylesheets are fetched for a rule on how the page may be turned, which no theme changes.
          const { violations } = await axe.run(part ?? document, {
            runOnly,
            iframes: false,
            preload: theme === '',
            resultTypes: ['violations'],
          })
          for (const v of violations)
            if (v.impact === 'serious' || v.impact === 'critical')
              found.push({
                theme,
                rule: v.id,
                nodes: v.nodes.map((n) => ({ target: n.target.join(' '), why: n.failureSummary?.split('\n')[1]?.trim() ?? '' })),
              })
        }
        await look('', asked)
        document.documentElement.setAttribute('data-contrast', 'sun')
        await look(', in the sun', ofColour)
        document.documentElement.removeAttribute('data-contrast')
        return found
      },
      { part, asked, ofColour },
    )
    for (const f of faults) this.faults.push(`${name}${f.theme}: ${f.rule} ${f.nodes.map((n) => `${n.target} ${n.why}`).join(' | ')}`)
  }
}

/** Once what was asked for has been drawn: two quiet moments of the page in a row, and nothing that says it is busy. */
export async function quiet(page: Page) {
  await page.waitForFunction(() => document.querySelector('main, [role=dialog]') && !document.querySelector('[aria-busy="true"]'))
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((r) => requestIdleCallback(r, { timeout: 1_000 }))
    await Promise.all(
      document.getAnimations().map((a) => a.effect?.getComputedTiming().iterations !== Infinity && a.finished.catch(() => {})),
    )
  })
}
