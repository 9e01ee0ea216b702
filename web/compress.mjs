// After the build: writes .br and .gz beside every text file, so that the server only picks one, and holds the sizes against their budgets.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../server/http/dist/', import.meta.url))
const text = /\.(js|css|html|svg|json|webmanifest|wasm|txt)$/
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((f) => f.isFile())
  .map((f) => join(f.parentPath, f.name))

const gz = new Map()
for (const file of files.filter((f) => text.test(f))) {
  const raw = readFileSync(file)
  const zipped = gzipSync(raw, { level: 9 })
  gz.set(relative(dist, file), zipped.length)
  if (raw.length < 1024) continue
  writeFileSync(`${file}.gz`, zipped)
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length } }),
  )
}

// What index.html names is loaded first, then the chunks of the route that is shown with all that they bring, and the language's words.
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((m) => m[1])
const sum = (list) => list.reduce((n, f) => n + (gz.get(f) ?? 0), 0)
const kB = (n) => `${(n / 1000).toFixed(1)} kB gzip`
const isJs = (f) => f.startsWith('assets/') && f.endsWith('.js')
const css = sum(named.filter((f) => f.endsWith('.css')))
// Everything that a chunk brings with it at once, as the browser would fetch it.
const brings = (file, seen = new Set()) => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, next] of readFileSync(join(dist, file), 'utf8').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    brings(`assets/${next}`, seen)
  return seen
}
const chunk = (name) => {
  const found = [...gz.keys()].filter((f) => isJs(f) && f.replace(/-[\w-]{8}\.js$/, '') === `assets/${name}`)
  if (found.length !== 1) throw new Error(`${found.length} chunks are named ${name}: this script no longer knows what a first screen needs`)
  return found[0]
}
// An area's words are a chunk for each language; the largest counts.
const chunks = (name) =>
  [...gz.keys()]
    .filter((f) => isJs(f) && f.replace(/-[\w-]{8}\.js$/, '') === `assets/${name}`)
    .sort((a, b) => (gz.get(b) ?? 0) - (gz.get(a) ?? 0))
    .slice(0, 1)
const first = (...routes) => sum([...new Set([...named.filter(isJs), chunk('en'), ...routes].flatMap((f) => [...brings(f)]))])
const signIn = first(chunk('Login'), ...chunks('loginWords'))
const signedIn = first(chunk('SignedIn'), chunk('Home'))
const dockList = first(chunk('engine'), chunk('SignedIn'), chunk('eSignBOL'), ...chunks('boardWords'))
// The page for strangers: what it names with all that it brings, and the words it fetches before it shows anything.
const forStrangers = [...readFileSync(join(dist, 'check.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((m) => m[1])
const check = sum([...new Set([...forStrangers, chunk('en'), ...chunks('paperWords')].flatMap((f) => [...brings(f)]))])
// The driver's own page on mobile data: what its own document names, with all that it brings, and its words.
const page = [...readFileSync(join(dist, 'driver.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((m) => m[1])
const driver = sum([
  ...new Set(
    [...page, chunk('en'), ...chunks('driverWords'), ...['en', 'es', 'fr'].flatMap((l) => chunks(`consents.${l}`)).slice(0, 1)].flatMap(
      (f) => [...brings(f)],
    ),
  ),
])
// What a link in a mail leads to: its document, the one page of the several that it shows, and that area's words.
const linked = [...readFileSync(join(dist, 'guest.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((m) => m[1])
const guest = (page, area) => sum([...new Set([...linked, chunk('en'), chunk(page), ...chunks(area)].flatMap((f) => [...brings(f)]))])
// Page, the area of its words, what it is called, kB that it may have.
const strangers = [
  ['CarrierConfirmation', 'confirmationWords', "carrier's confirmation", 130],
  ['QuoteResponse', 'quoteWords', "carrier's quote", 130],
  ['GateCheckIn', 'gateInWords', 'gate check-in', 100],
  ['VendorPortal', 'vendorWords', 'vendor portal', 130],
  ['InternationalBookingPortal', 'bookingWords', 'international booking', 130],
  ['CarrierPortal', 'carrierGuestWords', 'carrier portal', 130],
  ['OceanPortal', 'oceanWords', 'ocean portal', 130],
].map(([page, words, name, most]) => ({ name, most, size: guest(page, words) }))
const routes = [...gz].filter(([f]) => isJs(f) && !named.includes(f)).sort((a, b) => b[1] - a[1])

const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
const precached = [...worker.matchAll(/url:"([^"]+)"|"url":"([^"]+)"/g)].map((m) => m[1] ?? m[2])
const precache = sum(precached)

console.log(
  `first screen: sign-in ${kB(signIn)} of js, signed in ${kB(signedIn)}, the dock's list ${kB(dockList)}, a paper's check ${kB(check)}, driver's page ${kB(driver)}, ${strangers.map((g) => `${g.name} ${kB(g.size)}`).join(', ')}, css ${kB(css)}; precache ${precached.length} files, ${kB(precache)}; sw.js ${kB(gz.get('sw.js') ?? 0)}`,
)
for (const [file, size] of routes.slice(0, 6)) console.log(`  ${file} ${kB(size)}`)

const over = [
  signIn > 200_000 && `js of the sign-in is over 200 kB`,
  driver > 130_000 && `js of the driver's page is over 130 kB`,
  ...strangers.filter((g) => g.size > g.most * 1000).map((g) => `js of the ${g.name} is over ${g.most} kB`),
  signedIn > 200_000 && `js of the signed-in frame is over 200 kB`,
  dockList > 200_000 && `js until the dock's list stands is over 200 kB`,
  check > 130_000 && `js of a paper's check is over 130 kB`,
  css > 30_000 && `css is over 30 kB`,
  precache > 3_500_000 && `precache is over 3.5 MB`,
  ...routes.filter(([, size]) => size > 100_000).map(([f]) => `${f} is over 100 kB`),
].filter(Boolean)
if (over.length > 0) {
  console.error(over.join('\n'))
  process.exit(1)
}
