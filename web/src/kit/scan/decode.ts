/** Reads barcodes from pictures: the browser's own detector where there is one, zxing's otherwise (fetched from our own server on first use). */
const formats = ['code_128', 'code_39', 'itf', 'ean_13', 'upc_a', 'qr_code', 'data_matrix', 'pdf417'] as const

// Not in TypeScript's DOM library yet; Chromium on Android and macOS has it.
interface NativeDetector {
  detect(source: ImageData): Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: readonly string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

export type Decode = (image: ImageData) => Promise<string | undefined>

async function native(): Promise<Decode | undefined> {
  const found = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector // see above
  if (!found) return undefined
  const able = await found.getSupportedFormats()
  // A detector without Code 128 is of no use at a dock.
  if (!able.includes('code_128')) return undefined
  const detector = new found({ formats: formats.filter((f) => able.includes(f)) })
  return async (image) => (await detector.detect(image))[0]?.rawValue
}

async function zxing(): Promise<Decode> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasm }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path) },
    fireImmediately: true,
  })
  return async (image) => {
    const found = await readBarcodes(image, {
      formats: ['Code128', 'Code39', 'ITF', 'EAN13', 'UPCA', 'QRCode', 'DataMatrix', 'PDF417'],
      tryHarder: true,
      maxNumberOfSymbols: 1,
    })
    return found[0]?.text
  }
}

let ready: Promise<Decode> | undefined

export function decoder(): Promise<Decode> {
  ready ??= native()
    .catch(() => undefined)
    .then((d) => d ?? zxing())
    .catch((err) => {
      ready = undefined
      throw err
    })
  return ready
}
