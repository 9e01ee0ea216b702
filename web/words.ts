// Lingui in the build. Its own Vite plugin and command need a newer Node than the product asks for, so the three steps that they
// would do are here, from Lingui's own parts: macros to calls, sources to catalogues, catalogues to compiled messages.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformAsync } from '@babel/core'
import extractMessages from '@lingui/babel-plugin-extract-messages'
import macroPlugin from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import type { Plugin } from 'vite'

const src = fileURLToPath(new URL('./src/', import.meta.url))
const locales = ['en', 'es', 'fr'] as const
type Locale = (typeof locales)[number]
/** Languages with a catalogue of their own. English is in the sources. */
const translated = ['es', 'fr'] as const
const file = (locale: Locale) => join(src, 'locales', `${locale}.po`)
const po = formatter({ origins: false })
const usesMacro = /from ['"]@lingui\/(?:core|react)\/macro['"]/

const linguiConfig = makeConfig({ locales: [...locales], sourceLocale: 'en' }, { skipValidation: true })
const macros = [macroPlugin, { linguiConfig }]
/** The same with the English text left in, also in a production build. */
const macrosWithText = [macroPlugin, { linguiConfig, descriptorFields: 'all' }]

/** Only files that use a macro pay for Babel. */
export const macroPreset = defineRolldownBabelPreset({ preset: { plugins: [macros] }, rolldown: { filter: { code: usesMacro } } })

type Catalogue = Awaited<ReturnType<typeof read>>

const kept = {
  en: async (): Promise<Catalogue> => ({}),
  es: forAWhile(() => read('es')),
  fr: forAWhile(() => read('fr')),
}

/** What was made stays good for a while: a hundred modules ask for it one after the other. */
function forAWhile<T>(make: () => T): () => T {
  let made: { it: T } | undefined
  return () => {
    if (!made) {
      made = { it: make() }
      setTimeout(() => {
        made = undefined
      }, 2000).unref()
    }
    return made.it
  }
}

async function read(locale: (typeof translated)[number]) {
  return po.parse(readFileSync(file(locale), 'utf8'), { locale, sourceLocale: 'en', filename: file(locale) })
}

/**
 * The catalogues as modules of compiled messages. English is its own translation; elsewhere a missing one falls back to English.
 *
 * They are cut by area, so that the first screen does not carry the words of a hundred others: `locales/en.po`, which is no file, gives those of the frame that is
 * drawn first and, as `areas`, the way to each area's and, as `shell`, to those of all that opens from the frame. `virtual:first-words` is the way to those
 * where somebody begins, and `virtual:guest-words` to those of the pages for strangers: neither waits for the frame's. What a sibling or a part of the kit says
 * is found by following the imports.
 */
export function catalogues(): Plugin {
  let cut: ReturnType<typeof cutByArea> | undefined
  return {
    name: 'lading-catalogues',
    enforce: 'pre',
    // Lingui's core names the message parser but uses it in development alone. We fetch it later, with the server's words; without this line
    // that one name would pull it into the first screen.
    resolveId: (source, importer) =>
      process.env.NODE_ENV === 'production' && source === '@lingui/message-utils/compileMessage' && importer?.includes('@lingui/core')
        ? '\0no-parser'
        : /^virtual:(?:area|first|guest)-words/.test(source)
          ? `\0${source}`
          : source.endsWith('/locales/en.po')
            ? file('en') // there is no such file
            : undefined,
    buildStart() {
      cut = undefined
    },
    async load(id) {
      if (id === '\0no-parser') return 'export const compileMessage = undefined'
      const [name = '', query] = id.split('?')
      const [, virtual, of, area] = /^\0virtual:(area|first|guest)-words(?:\/(\w+)\/(\w+))?$/.exec(name) ?? []
      const locale = locales.find((l) => name === file(l) || of === l)
      if (!virtual && (!locale || query === 'raw')) return
      const ways = (l: Locale, names: Iterable<string>) =>
        `{ ${[...names].map((a) => `${a}: () => import('virtual:area-words/${l}/${a}')`).join(', ')} }`
      if (virtual && !locale) {
        const names = Object.keys(virtual === 'first' ? firsts : guests)
        return `export const areaWords = { ${locales.map((l) => `${l}: ${ways(l, names)}`).join(', ')} }`
      }
      if (!locale) return
      cut ??= cutByArea()
      const parts = await cut
      const messages: Record<string, unknown> = {}
      const own = await kept[locale]()
      for (const [key, message] of (area ? parts.areas.get(area) : parts.frame) ?? [])
        messages[key] = compileMessageOrThrow(own[key]?.translation || message)
      if (locale !== 'en') this.addWatchFile(file(locale))
      for (const f of sources()) this.addWatchFile(f)
      const areas = area
        ? ''
        : `\nexport const areas = ${ways(
            locale,
            [...parts.areas.keys()].filter((a) => !(a in guests) && !(a in firsts)),
          )}`
      return `export const messages = ${JSON.stringify(messages)}${areas}`
    },
  }
}

/** English texts by key: those of the frame, those of the rest of the shell, and those of each area beyond both. */
async function cutByArea() {
  const found = await extracted()
  const all = files()
  const folder = (f: string) => relative(src, f).split('/')[0] ?? ''
  const said = (from: Set<string>, ...but: Map<string, string>[]) =>
    new Map(
      [...found].flatMap(([key, { message = '', origin }]): [string, string][] =>
        !but.some((b) => b.has(key)) && origin.some(([f]) => from.has(join(src, f))) ? [[key, message]] : [],
      ),
    )
  const effects = all.filter((f) => f.endsWith('/effects.ts'))
  const frame = said(reach([...drawnFirst.map((f) => join(src, f)), ...effects], atOnce))
  const shell = said(reach(all.filter((f) => folder(f) === 'app' || /\/(actions|effects)\.ts$/.test(f))), frame)
  const names = [...new Set(all.map(folder))].filter(
    (a) => a !== 'app' && a !== 'kit' && a !== 'locales' && existsSync(join(src, a, 'routes')),
  )
  const parts = new Map(names.map((a) => [a, said(reach(all.filter((f) => folder(f) === a)), frame, shell)]))
  for (const [name, where] of Object.entries({ ...guests, ...firsts }))
    parts.set(
      name,
      said(
        reach(
          all.filter((f) => relative(src, f).startsWith(where)),
          name === 'boardWords' ? atOnce : nowOrLater,
        ),
        frame,
      ),
    )
  return { frame, areas: parts.set('shell', shell) }
}

/** What stands around every screen: the files that are there before anything is opened, with what they bring at once. */
const drawnFirst = ['app/start.tsx', 'app/NotThere.tsx', 'app/root.tsx', 'app/engine.ts', 'app/SignedIn.tsx', 'app/routes/Home.tsx']

/** The pages for strangers, who fetch them on mobile data: each has the words that it says itself, and none of its area's other screens. */
const guests = {
  driverWords: 'dock/phone/page/',
  paperWords: 'document/authentic/',
  gateInWords: 'warehouse/guest/',
  quoteWords: 'quote/guest/',
  confirmationWords: 'shipment/guest/',
  vendorWords: 'vendor/guest/',
  bookingWords: 'vendor/booking/',
  oceanWords: 'vendor/ocean/',
  carrierGuestWords: 'carrier/guest/',
  trackingWords: 'shipment/track/',
  setupWords: 'access/setup/',
}

/**
 * Where somebody begins: the sign-in and a tablet's list stand on their own words, and the rest of their areas' follow. What opens from the list
 * (kit/later) waits for those.
 */
const firsts = { loginWords: 'access/routes/Login', boardWords: 'dock/board/' }

/** What brings types brings no words. */
const typesOnly = /^import type [^'"]*['"][^'"]+['"]/gm
const atOnce = /(?:from|import)\s*['"]([^'"]+)['"]/g
const nowOrLater = /(?:from|import\(|import)\s*['"]([^'"]+)['"]/g

/** The files given and all of ours that they import. The router's generated tree is left out: it names every screen. */
function reach(from: string[], by = nowOrLater): Set<string> {
  const known = new Set(files())
  const seen = new Set<string>()
  const todo = [...from]
  for (let f = todo.pop(); f; f = todo.pop()) {
    if (seen.has(f)) continue
    seen.add(f)
    for (const [, to = ''] of readFileSync(f, 'utf8').replace(typesOnly, '').matchAll(by)) {
      const path = to.startsWith('@/') ? join(src, to.slice(2)) : to.startsWith('.') ? resolve(dirname(f), to) : undefined
      const hit = path && [`${path}.ts`, `${path}.tsx`].find((p) => known.has(p))
      if (hit) todo.push(hit)
    }
  }
  return seen
}

const files = () =>
  readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && /\.tsx?$/.test(f.name) && !/\.(test|gen)\./.test(f.name))
    .map((f) => join(f.parentPath, f.name))

const sources = forAWhile(() =>
  files()
    .filter((f) => usesMacro.test(readFileSync(f, 'utf8')))
    .sort(),
)

interface Said {
  id: string
  message?: string
  context?: string
  comment?: string
}

/** Every message in the sources, so that English can never be incomplete. Three catalogues ask at once; the sources are read once. */
export const extracted = forAWhile(extractNow)

async function extractNow() {
  const found = new Map<string, Omit<Said, 'id'> & { origin: [string][] }>()
  const known = remembered()
  for (const f of sources()) {
    for (const { id, message, context, comment } of await known.of(readFileSync(f, 'utf8'), (text) => saidIn(f, text))) {
      const before = found.get(id)
      const origin: [string][] = [...(before?.origin ?? []), [relative(src, f)]]
      found.set(id, { message, context, comment, origin: [...new Map(origin.map((o) => [o[0], o])).values()] })
    }
  }
  known.keep()
  return found
}

/** The messages of one file. */
async function saidIn(filename: string, text: string): Promise<Said[]> {
  const said: Said[] = []
  await transformAsync(text, {
    filename,
    babelrc: false,
    configFile: false,
    code: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [
      macrosWithText,
      [
        extractMessages,
        {
          linguiConfig,
          onMessageExtracted: ({ id, message, context, comment }: Said) => said.push({ id, message, context, comment }),
        },
      ],
    ],
  })
  return said
}

const memory = fileURLToPath(new URL('../node_modules/.cache/lading/words.json', import.meta.url))

/**
 * What files of the same text said before, by the same libraries: a build, a test run and the tool that writes the catalogues all ask, and parsing a thousand
 * files is most of what that costs. Two that write at once leave what one of them knew.
 */
function remembered() {
  const by = createHash('sha1')
    .update(readFileSync(new URL('../package-lock.json', import.meta.url)))
    .digest('hex')
  const before: Record<string, Said[]> = {}
  try {
    const kept = JSON.parse(readFileSync(memory, 'utf8')) as { by: string; said: Record<string, Said[]> } // of our own writing
    if (kept.by === by) Object.assign(before, kept.said)
  } catch {
    // none yet, or one that was cut off: they are read anew
  }
  const now: Record<string, Said[]> = {}
  let news = false
  return {
    async of(text: string, read: (text: string) => Promise<Said[]>) {
      const key = createHash('sha1').update(text).digest('base64')
      news ||= !before[key]
      now[key] = before[key] ?? (await read(text))
      return now[key]
    },
    keep() {
      if (!news) return
      mkdirSync(dirname(memory), { recursive: true })
      writeFileSync(`${memory}.${process.pid}`, JSON.stringify({ by, said: now }))
      renameSync(`${memory}.${process.pid}`, memory)
    },
  }
}

/** Writes the catalogues anew: new messages come in, what no source says any more goes. Says what each language still lacks. */
export async function extract() {
  const found = await extracted()
  for (const locale of translated) {
    const before = await read(locale)
    const after: Catalogue = {}
    for (const [key, m] of found) after[key] = { ...m, extra: {}, translation: before[key]?.translation ?? '' } as Catalogue[string] // placeholders are optional to a translator
    writeFileSync(file(locale), await po.serialize(after, { locale, sourceLocale: 'en', filename: file(locale), existing: undefined }))
    const missing = Object.values(after).filter((m) => !m.translation).length
    console.log(`${locale}: ${found.size} messages, ${missing} missing`)
  }
}
