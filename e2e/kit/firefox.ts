import { execFileSync } from 'node:child_process'
import puppeteer from 'puppeteer-core'
import { type Driver, size } from './driver'

// Firefox as the machine has it, by way of WebDriver BiDi.

function browser(): string {
  for (const name of [process.env.FIREFOX, 'firefox-esr', 'firefox'])
    try {
      if (name) return execFileSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim()
    } catch {
      // the next one
    }
  throw new Error('no Firefox: sh e2e/kit/engines.sh')
}

export async function firefox(): Promise<Driver> {
  const app = await puppeteer.launch({
    browser: 'firefox',
    executablePath: browser(),
    headless: true,
    acceptInsecureCerts: true,
    defaultViewport: size,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1 },
  })
  const page = (await app.pages())[0] ?? (await app.newPage())
  const troubles: string[] = []
  page.on('pageerror', (err) => troubles.push(String(err)))
  page.on('console', (said) => {
    if (said.type() === 'error') troubles.push(said.text())
  })
  return {
    listen: async () => void troubles.splice(0),
    troubles: async () => [...troubles],
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (fn, ...args) => page.evaluate(fn as never, ...(args as unknown as never[])) as never, // its own types ask for handles, too
    draw: async (first, ...rest) => {
      await page.mouse.move(first.x, first.y)
      await page.mouse.down()
      for (const { x, y } of rest) await page.mouse.move(x, y)
      await page.mouse.up()
    },
    type: async (text, pause = 0) => {
      for (const key of text) {
        await page.keyboard.press(key === '\n' ? 'Enter' : (key as 'a')) // any character is one of its keys
        if (pause > 0) await new Promise((r) => setTimeout(r, pause))
      }
    },
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => app.close(),
  }
}
