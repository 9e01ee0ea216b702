import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(join(process.cwd(), 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer } })

/**
 * What a camera reads off the screen: the code as it is drawn, not the text behind it. As a camera does, it looks until there is one. After a press for the
 * next code that is the next: the page takes back what it said of the one before in the same moment.
 */
export async function codeOn(page: Page, name: RegExp | string): Promise<string> {
  const code = page.getByRole('img', { name })
  let text = ''
  await expect(async () => {
    await expect(code).toHaveAttribute('data-text', /\d/)
    const picture = await code.screenshot({ timeout: 5_000 })
    const found = await readBarcodes(new Blob([new Uint8Array(picture)]), { formats: ['QRCode'], tryHarder: true })
    expect(found).toHaveLength(1)
    text = found[0]?.text ?? ''
  }).toPass({ timeout: 30_000 })
  return text
}
