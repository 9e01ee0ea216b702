import { expect, test } from 'vitest'
import { cutLines, lookAt } from './chain'

const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const texts = (parts: Uint8Array[]) => parts.map((p) => new TextDecoder().decode(p))

test('a text is cut between lines, and nothing of it is lost', () => {
  const whole = Array.from({ length: 50 }, (_, i) => `line ${'x'.repeat(i)}\n`).join('')
  for (const text of [whole, whole.trimEnd(), 'one line', 'one line\n', '', `${'y'.repeat(500)}\nshort\n`])
    for (const parts of [1, 2, 3, 8, 100]) {
      const cut = texts(cutLines(bytes(text), parts))
      expect(cut.join('')).toBe(text)
      for (const part of cut.slice(0, -1)) expect(part.endsWith('\n')).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(parts)
    }
  expect(cutLines(bytes(whole), 4)).toHaveLength(4)
})

test('the first line that is no event is named, wherever it stands', async () => {
  const good = JSON.stringify({ n: 1, data: null, kind: 'sealed', hash: '', prev: '', proof: '' })
  expect(await lookAt(bytes(`${good}\n${good}\nnull\n${good}\n`), [], false)).toMatchObject({ bad: 3 })
  expect((await lookAt(bytes(`${good}\n`.repeat(70)), [], false)).looked).toHaveLength(70)
  expect(await lookAt(bytes(''), [], false)).toMatchObject({ bad: 1 })
})
