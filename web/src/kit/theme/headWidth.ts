let paper: OffscreenCanvasRenderingContext2D | null | undefined

/** How wide a head's words are at the office's size, in pixels. Letters differ, and languages more: the font itself is asked. */
export function headWidth(text: string): number {
  if (paper === undefined) {
    paper = 'OffscreenCanvas' in globalThis ? new OffscreenCanvas(1, 1).getContext('2d') : null
    if (paper) paper.font = `600 14px ${getComputedStyle(document.body).fontFamily}`
  }
  return paper ? paper.measureText(text).width : text.length * 8.7
}
