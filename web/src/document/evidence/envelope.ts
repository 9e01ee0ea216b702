/** What a device signed, read in one way only: by the same rules as the server's (server/kit/envelope); sync/testdata/envelope.json is run by both. */

const members = new Set(['seq', 'id', 'device', 'op', 'args', 'subjects', 'at', 'atRaw', 'user', 'replaces', 'replacesDevice'])
const maxDepth = 34
const plain = /[^"\\]*/y
const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

export interface Signed {
  device?: string
  user?: string
}

/** Reads the text that a device signed, which is canonical. Undefined where two readers could see two actions in it. */
export function readSigned(text: string): Signed | undefined {
  try {
    const said = JSON.parse(text) as Signed // its members are held against the event
    return text.startsWith('{') && new Scan(text).whole() ? said : undefined
  } catch {
    return undefined
  }
}

/** Names that a reader which heeds no case takes for the same. */
const fold = (name: string) => name.toUpperCase().toLowerCase()
/** The order of the server's bytes, which is not that of UTF-16. */
const before = (a: string, b: string) => {
  const [x, y] = [[...a], [...b]]
  for (const [i, c] of x.entries()) {
    const d = y[i]
    if (d === undefined) return false
    if (c !== d) return (c.codePointAt(0) ?? 0) < (d.codePointAt(0) ?? 0)
  }
  return x.length < y.length
}

/** Goes through a text that JSON.parse has taken: what is left to see is names, their order, and spaces. */
class Scan {
  private at = 0
  private depth = 0
  constructor(private readonly text: string) {}

  whole(): boolean {
    return this.value() && this.at === this.text.length
  }

  private take(c: string): boolean {
    if (this.text[this.at] !== c) return false
    this.at++
    return true
  }

  private match(rule: RegExp): string {
    rule.lastIndex = this.at
    const [found = ''] = rule.exec(this.text) ?? []
    this.at += found.length
    return found
  }

  private string(): string | undefined {
    const from = this.at
    if (!this.take('"')) return undefined
    for (;;) {
      this.match(plain)
      if (this.take('"')) return JSON.parse(this.text.slice(from, this.at)) as string // of a string's own text
      if (!this.take('\\')) return undefined
      this.at++
    }
  }

  private value(): boolean {
    if (this.depth > maxDepth) return false
    const c = this.text[this.at]
    if (c === '{') return this.inside('}', () => this.object())
    if (c === '[') return this.inside(']', () => this.list())
    return c === '"' ? this.string() !== undefined : this.match(literal) !== ''
  }

  private inside(end: string, members: () => boolean): boolean {
    this.at++
    if (this.take(end)) return true
    this.depth++
    const sound = this.depth <= maxDepth && members() && this.take(end)
    this.depth--
    return sound
  }

  private object(): boolean {
    const seen = new Set<string>()
    let last: string | undefined
    do {
      const name = this.string()
      if (name === undefined || (this.depth === 1 && !members.has(name)) || name.includes('\ufffd')) return false
      if (seen.has(fold(name)) || (last !== undefined && !before(last, name)) || !this.take(':') || !this.value()) return false
      seen.add(fold(name))
      last = name
    } while (this.take(','))
    return true
  }

  private list(): boolean {
    do if (!this.value()) return false
    while (this.take(','))
    return true
  }
}
