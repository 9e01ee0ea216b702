import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(join(process.cwd(), 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer } })

/** What a camera reads off the screen: the code as it is drawn, not the text behind it. */
export async function codeOn(page: Page, name: RegExp | string): Promise<string> {
  const code = page.getByRole('img', { name })
  await expect(code).toHaveAttribute('data-text', /\d/)
  const found = await readBarcodes(new Blob([new Uint8Array(await code.screenshot())]), { formats: ['QRCode'], tryHarder: true })
  expect(found).toHaveLength(1)
  return found[0]?.text ?? ''
}
