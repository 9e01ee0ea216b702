// Code 128's symbols by value, as the widths of bar, space, bar, space, bar, space; the stop has a bar more.
const symbols = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132
221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313
231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141
114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/)

const toB = 100
const fnc1 = 102
const startB = 104
const startC = 105
const stop = 106

const pairs = (digits: string) => (digits.match(/\d\d/g) ?? []).map(Number)
const inB = (text: string) => [...text].map((c) => c.charCodeAt(0) - 32)

function closed(words: number[]): number[] {
  const sum = words.reduce((s, w, at) => s + w * Math.max(1, at))
  return [...words, sum % 103, stop]
}

/** The symbols of a GS1-128 code, the server's very choice (server/document/label): pairs of digits, and FNC1 first, which tells a reader that an identifier follows. */
export function gs1Words(identifier: string, value: string): number[] {
  const text = identifier + value
  if (!/^\d+$/.test(text)) return closed([startB, fnc1, ...inB(text)])
  const odd = text.length % 2 === 1
  return closed([startC, fnc1, ...pairs(text.slice(0, text.length - Number(odd))), ...(odd ? [toB, ...inB(text.slice(-1))] : [])])
}

/** The symbols of a number that is somebody's own. What no bar code can carry is left out. */
export function plainWords(value: string): number[] {
  const text = value.replace(/[^ -~]/g, '')
  return /^(\d\d)+$/.test(text) ? closed([startC, ...pairs(text)]) : closed([startB, ...inB(text)])
}

/** Bars as places and widths in modules, and how many modules there are in all. */
export function barsOf(words: readonly number[]): { bars: { at: number; width: number }[]; modules: number } {
  const bars: { at: number; width: number }[] = []
  let at = 0
  for (const w of words)
    [...(symbols[w] ?? '')].forEach((width, n) => {
      if (n % 2 === 0) bars.push({ at, width: Number(width) })
      at += Number(width)
    })
  return { bars, modules: at }
}
