import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What only the colours of a theme can break; all else is the same in each of them. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** Gathers the serious faults of access of whatever a page shows, by daylight and in the sun. */
export class Examiner {
  readonly faults: string[] = []
  readonly seen: string[] = []

  /** The whole page, or only what `part` selects in it. */
  async examine(page: Page, name: string, part?: string) {
    this.seen.push(name)
    const look = async (only?: string[]) => {
      // The long lists of what is in order need not be made.
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) })
      return (await (part ? axe.include(part) : axe).analyze()).violations
    }
    this.note(name, await look())
    await page.evaluate(() => document.documentElement.setAttribute('data-contrast', 'sun'))
    this.note(`${name}, in the sun`, await look(ofColour))
    await page.evaluate(() => document.documentElement.removeAttribute('data-contrast'))
  }

  private note(name: string, violations: Awaited<ReturnType<AxeBuilder['analyze']>>['violations']) {
    for (const v of violations)
      if (v.impact === 'serious' || v.impact === 'critical')
        this.faults.push(
          `${name}: ${v.id} ${v.nodes.map((n) => `${n.target.join(' ')} ${n.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`,
        )
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
