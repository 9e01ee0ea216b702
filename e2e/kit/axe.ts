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

/** How texts are drawn whose colours this worker has looked at. */
const looked = new Set<string>()
/** Those of which axe could not tell, and how often: what lay beneath something is asked for again where it may not, but a picture behind it stays. */
const unsure = new Map<string, number>()
const tries = 4

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
    const {
      found: faults,
      told,
      untold,
    } = await page.evaluate(
      async ({ part, asked, ofColour, looked }) => {
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
        const settled = async () => {
          // A colour may be on its way: to the theme's, or to that of a button that can be pressed since a moment ago.
          await new Promise((r) => requestAnimationFrame(r))
          // What is not laid out stands still, and would not finish.
          const moves = document.getAnimations().filter((a) => {
            const of = a.effect instanceof KeyframeEffect ? a.effect.target : null
            return a.effect?.getComputedTiming().iterations !== Infinity && !beneath.some((one) => one.contains(of))
          })
          await Promise.allSettled(moves.map((a) => a.finished))
        }
        const look = async (theme: string, where: Parameters<typeof axe.run>[0], rules: string[]) => {
          // What a frame holds (a PDF) is not ours; the long lists of what is in order need not be made.
          const { violations, incomplete } = await axe.run(where, {
            runOnly: { type: 'rule', values: rules },
            iframes: false,
            preload: false, // sheets and films, for rules that are not among these
            resultTypes: ['violations', 'incomplete'],
            elementRef: true,
          })
          for (const v of violations)
            found.push({
              theme,
              rule: v.id,
              nodes: v.nodes.map((n) => ({ target: n.target.join(' '), why: n.failureSummary?.split('\n')[1]?.trim() ?? '' })),
            })
          return new Set<Element | undefined>(incomplete.flatMap((r) => r.nodes.map((n) => n.element)))
        }
        // What is drawn by the same rules, upon the same, has the same contrast: an element's way down from the page, by classes and states. A list's rows
        // may be striped.
        const ways = new Map<Element, string>()
        const way = (el: Element): string => {
          const known = ways.get(el)
          if (known !== undefined) return known
          const states = [...el.attributes].filter((a) =>
            /^(data-(?!examined)|aria-(current|selected|pressed|checked|disabled|invalid)$|disabled$|type$)/.test(a.name),
          )
          const painted = /color|background/.test(el.getAttribute('style') ?? '') ? el.getAttribute('style') : ''
          const stripe = el.matches('tr, [role=row]') && el.parentElement ? [...el.parentElement.children].indexOf(el) % 2 : ''
          const own = `${el.tagName}.${el.getAttribute('class')} ${states.map((a) => `${a.name}=${a.value.replace(/\d+/g, '#')}`)} ${painted} ${stripe}`
          const here = `${el.parentElement ? way(el.parentElement) : ''}>${own}`
          // Its sum is enough to know it by.
          const sum = String([...here].reduce((sum, c) => (Math.imul(sum, 31) + (c.codePointAt(0) ?? 0)) | 0, 7))
          ways.set(el, sum)
          return sum
        }
        const unknown = () => {
          const first = new Map<string, Element>()
          for (const root of part ? document.querySelectorAll(part) : [document.documentElement])
            for (const el of [root, ...root.querySelectorAll('*')]) {
              const writes = [...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.nodeValue?.trim())
              if (!writes && !el.matches('input, select, textarea')) continue
              const how = way(el)
              if (!known.has(how) && !first.has(how) && el.checkVisibility({ visibilityProperty: true })) first.set(how, el)
            }
          return first
        }
        const known = new Set(looked)
        const told: string[] = []
        const untold: string[] = []
        for (const one of beneath) one.style.contentVisibility = 'hidden'
        await settled()
        await look(
          '',
          part ?? document,
          serious.filter((id) => !ofColour.includes(id)),
        )
        const first = unknown()
        if (first.size > 0) {
          const where = { include: [...first.values()] }
          const day = await look('', where, ofColour)
          document.documentElement.setAttribute('data-contrast', 'sun')
          await settled()
          const sun = await look(', in the sun', where, ofColour)
          document.documentElement.removeAttribute('data-contrast')
          for (const [how, el] of first) (day.has(el) || sun.has(el) ? untold : told).push(how)
        }
        for (const one of beneath) one.style.contentVisibility = ''
        return { found, told, untold }
      },
      { part, asked, ofColour, looked: [...looked] },
    )
    for (const how of told) looked.add(how)
    for (const how of untold) {
      unsure.set(how, (unsure.get(how) ?? 0) + 1)
      if (unsure.get(how) === tries) looked.add(how)
    }
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
