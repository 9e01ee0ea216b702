/** A signature as it was drawn: points in the pixels of a pad of that size. Kept as data, because any canvas is cleared by a rotation. */
export interface Strokes {
  width: number
  height: number
  strokes: { x: number; y: number; pressure: number; time: number }[][]
}

/** The smallest extent, as a part of the pad's width, that counts as having signed: a dot or a slip of the glove does not. */
const least = 0.04

export function isEmpty(drawn: Strokes | null | undefined): boolean {
  if (!drawn) return true
  const points = drawn.strokes.flat()
  if (points.length < 2) return true
  const spread = (of: 'x' | 'y') => Math.max(...points.map((p) => p[of])) - Math.min(...points.map((p) => p[of]))
  return Math.max(spread('x'), spread('y')) < drawn.width * least
}

/** The same signature on a pad of another size: as large as fits, in the middle, never stretched. */
export function fitTo(drawn: Strokes, width: number, height: number): Strokes {
  const scale = Math.min(width / drawn.width, height / drawn.height)
  const dx = (width - drawn.width * scale) / 2
  const dy = (height - drawn.height * scale) / 2
  return { width, height, strokes: drawn.strokes.map((s) => s.map((p) => ({ ...p, x: p.x * scale + dx, y: p.y * scale + dy }))) }
}

/** An attempt to go on without a signature. */
export class EmptySignature extends Error {
  override readonly name = 'EmptySignature'
}

export interface Signature {
  /** A PNG of fixed size, black on white: it looks the same on paper whatever the tablet was. */
  image: Blob
  /** The strokes as JSON, the evidence behind the picture. */
  strokes: string
}

/** Makes picture and evidence of what was drawn; refuses an empty pad. */
export async function takeSignature(drawn: Strokes | null | undefined): Promise<Signature> {
  if (!drawn || isEmpty(drawn)) throw new EmptySignature('nothing was drawn')
  const canvas = document.createElement('canvas')
  canvas.width = 900
  canvas.height = 300
  const { default: Pad } = await import('signature_pad')
  const pad = new Pad(canvas, { backgroundColor: '#fff', penColor: '#000', minWidth: 1.2, maxWidth: 4 })
  pad.fromData(groups(fitTo(drawn, canvas.width, canvas.height), 1.2, 4))
  pad.off()
  const image = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!image) throw new Error('signature could not be drawn')
  const rounded = drawn.strokes.map((s) =>
    s.map((p) => ({ x: round(p.x), y: round(p.y), pressure: round(p.pressure), time: Math.round(p.time) })),
  )
  return { image, strokes: JSON.stringify({ width: round(drawn.width), height: round(drawn.height), strokes: rounded }) }
}

const round = (n: number) => Math.round(n * 100) / 100

/** Strokes in the shape that signature_pad draws. */
export function groups(drawn: Strokes, minWidth: number, maxWidth: number) {
  return drawn.strokes.map((points) => ({
    points,
    penColor: '#000',
    dotSize: 0,
    minWidth,
    maxWidth,
    velocityFilterWeight: 0.7,
    compositeOperation: 'source-over' as const,
  }))
}
