import type { Page } from '@playwright/test'
import axe from 'axe-core'

const asked = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What only the colours of a theme can break; all else is the same in each of them. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** What axe knows of its own rules and does not tell. */
interface Axe {
  run: typeof axe.run
  _audit: { rules: { id: string; impact: string; tags: string[] }[] }
}

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
        const { axe } = globalThis as unknown as { axe: Axe } // put there by the line above
        const found: Fault[] = []
        // A quarter of the rules can find nothing serious, and what they find is not asked for. One that is asked for by its tag counts, also where axe
        // leaves it out by itself: how large a target is (2.5.8).
        const serious = axe._audit.rules
          .filter((r) => r.impact === 'serious' || r.impact === 'critical')
          .filter((r) => r.tags.some((t) => asked.includes(t)) && !r.tags.some((t) => t === 'experimental' || t === 'deprecated'))
          .map((r) => r.id)
        if (serious.length < 40 || ofColour.some((id) => !serious.includes(id))) throw new Error(`axe has no more than ${serious}`)
        // What a part lies over need not be laid out for it: axe would ask where each of a list's cells stands. The part keeps its place.
        const beneath: HTMLElement[] = []
        if (part) {
          const around = new Set<Element>()
          for (const one of document.querySelectorAll(part))
            for (let at = one.parentElement; at && !at.closest(part); at = at.parentElement) around.add(at)
          for (const one of [...around].flatMap((at) => [...at.children]))
            if (one instanceof HTMLElement && !around.has(one) && !one.matches(part)) beneath.push(one)
        }
        const look = async (theme: string, rules: string[]) => {
          // A colour may be on its way: to the theme's, or to that of a button that can be pressed since a moment ago.
          await new Promise((r) => requestAnimationFrame(r))
          // What is not laid out stands still, and would not finish.
          const moves = document.getAnimations().filter((a) => {
            const of = a.effect instanceof KeyframeEffect ? a.effect.target : null
            return a.effect?.getComputedTiming().iterations !== Infinity && !beneath.some((one) => one.contains(of))
          })
          await Promise.allSettled(moves.map((a) => a.finished))
          // What a frame holds (a PDF) is not ours; the long lists of what is in order need not be made.
          const { violations, inapplicable } = await axe.run(part ?? document, {
            runOnly: { type: 'rule', values: rules },
            iframes: false,
            preload: false, // sheets and films, for rules that are not among these
            resultTypes: ['violations'],
          })
          for (const v of violations)
            found.push({
              theme,
              rule: v.id,
              nodes: v.nodes.map((n) => ({ target: n.target.join(' '), why: n.failureSummary?.split('\n')[1]?.trim() ?? '' })),
            })
          return new Set(inapplicable.map((r) => r.id))
        }
        for (const one of beneath) one.style.contentVisibility = 'hidden'
        const idle = await look('', serious)
        document.documentElement.setAttribute('data-contrast', 'sun')
        // What a rule is about is there in each theme, or in none.
        const there = ofColour.filter((id) => !idle.has(id))
        if (there.length > 0) await look(', in the sun', there)
        document.documentElement.removeAttribute('data-contrast')
        for (const one of beneath) one.style.contentVisibility = ''
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
