import { isSscc } from '@/kit/gs1/checkDigit'
import { measureText } from '../compose'
import type { Label } from '../label'
import { barsOf, gs1Words, plainWords } from './code128'
import css from './Sheet.module.css'

/**
 * A label of 4 × 6 inches, set here for a device that has no printer of labels and no network to ask: the places, sizes and words are those of the
 * printers' own (server/document/label), in dots of 203 to the inch.
 */
export function LabelSheet({ label: l }: { label: Label }) {
  const post = postal(l.to)
  const what = l.kind === 'parcel' ? 'CARTON' : 'PALLET'
  const known = isSscc(l.sscc)
  return (
    <svg
      className={css.label}
      viewBox="0 0 812 1218"
      role="img"
      aria-label={`${what} ${l.number} OF ${l.of}: ${l.sscc || l.lpn}`}
      lang="en"
    >
      <Text x={30} y={26} size={24} width={360} of="FROM" />
      <Lines x={30} y={54} size={25} width={360} of={address(l.from)} />
      <Text x={420} y={26} size={24} width={360} of="TO" />
      <Lines x={420} y={54} size={34} width={372} of={address(l.to)} />
      <Rule y={236} />

      <Text x={30} y={250} size={22} width={400} of="SHIP TO POST" />
      {post && <Code x={30} y={276} module={2.5} height={90} words={gs1Words('420', post)} />}
      {post && <Text x={30} y={374} size={24} width={400} of={`(420) ${post}`} />}
      <Text x={470} y={250} size={22} width={320} of="CARRIER" />
      <Text x={470} y={278} size={30} width={320} of={l.scac && l.carrier ? `${l.carrier} (${l.scac})` : l.carrier + l.scac} />
      <Text x={470} y={316} size={26} width={320} of={named('PRO', l.pro)} />
      <Text x={470} y={348} size={26} width={320} of={named('B/L', l.bol)} />
      <Rule y={412} />

      <Text x={30} y={426} size={34} width={440} of={named('ORDER', l.order)} />
      <Text x={30} y={468} size={28} width={l.hazmat ? 430 : 752} of={/^po |#/i.test(l.po) ? l.po : named('PO', l.po)} />
      <Text x={782} y={424} size={44} width={300} anchor="end" of={`${what} ${l.number} OF ${l.of}`} />
      {l.hazmat && (
        <>
          <rect x={470} y={470} width={312} height={42} />
          <Text x={478} y={475} size={34} width={296} of={`HAZMAT ${l.hazmat}`} white />
        </>
      )}
      <Text
        x={30}
        y={506}
        size={28}
        width={430}
        of={joined(' · ', l.pieces > 0 ? `${l.pieces} PCS` : '', measureText(l.weight).toUpperCase(), l.size.toUpperCase())}
      />
      <Text x={30} y={542} size={28} width={752} of={joined(' · ', named('CLASS', l.class), named('NMFC', l.nmfc))} />
      <Text x={30} y={578} size={28} width={752} of={l.goods} />
      <Rule y={622} />

      <Text x={30} y={638} size={26} width={400} of={known ? 'SSCC-18' : 'LPN'} />
      <Code y={676} module={known ? 4 : 3} height={270} words={known ? gs1Words('00', l.sscc) : plainWords(l.lpn)} />
      <Text x={406} y={966} size={46} width={752} anchor="middle" of={known ? `(00) ${l.sscc}` : l.lpn} />
    </svg>
  )
}

interface TextProps {
  x: number
  y: number
  size: number
  width: number
  of: string
  anchor?: 'start' | 'middle' | 'end'
  white?: boolean
}

/** One line within a width: pressed together where it is too long. */
function Text({ x, y, size, width, of, anchor = 'start', white = false }: TextProps) {
  // Capitals of a plain face are two thirds as wide as high: what may be too wide is made to fit.
  const tight = of.length * size * 0.62 > width
  return (
    <text
      x={x}
      y={y + size * 0.8}
      fontSize={size}
      textAnchor={anchor}
      fill={white ? '#fff' : '#000'}
      {...(tight ? { textLength: width, lengthAdjust: 'spacingAndGlyphs' } : {})}
    >
      {of}
    </text>
  )
}

function Lines({ x, y, size, width, of: whole }: { x: number; y: number; size: number; width: number; of: string[] }) {
  const of: string[] = []
  whole.forEach((line, i) => {
    // One that would be pressed together goes on in a second line, as long as the rest has room.
    const [first, rest] = halves(line)
    if (rest && line.length * size * 0.62 * 0.7 > width && of.length + whole.length - i < 5) of.push(first, rest)
    else of.push(line)
  })
  return of.slice(0, 5).map((line, n) => <Text key={line} x={x} y={y + n * size * 1.12} size={size} width={width} of={line} />)
}

/** Parts a line at the blank nearest to its middle. */
function halves(line: string): [string, string] {
  const blanks = [...line.matchAll(/ /g)].map((m) => m.index)
  const at = blanks.toSorted((a, b) => Math.abs(2 * a - line.length) - Math.abs(2 * b - line.length))[0]
  return at === undefined ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
}

const Rule = ({ y }: { y: number }) => <rect x={20} y={y} width={772} height={3} />

/** A code at a place, or in the middle: narrower only if its quiet zones would not fit. */
function Code({ x, y, module, height, words }: { x?: number; y: number; module: number; height: number; words: number[] }) {
  const { bars, modules } = barsOf(words)
  const wide = x === undefined ? Math.min(module, 812 / (modules + 20)) : module
  const left = x ?? (812 - modules * wide) / 2
  return bars.map((b) => (
    <rect key={b.at} x={left + b.at * wide} y={y} width={b.width * wide} height={height} shapeRendering="crispEdges" />
  ))
}

const named = (name: string, value: string) => (value ? `${name} ${value}` : '')
const joined = (between: string, ...parts: string[]) => parts.filter(Boolean).join(between)

function address(p: Label['to']): string[] {
  const abroad = p.country !== '' && p.country !== 'US' && p.country !== 'USA'
  const city = joined(' ', joined(', ', p.city, p.state), p.zip, abroad ? p.country : '')
  return [p.name, p.street, p.street2 ?? '', city].filter(Boolean)
}

/** The five digits that every depot sorts by, or a foreign code as it is. */
function postal(p: Label['to']): string {
  const zip = p.zip.replace(/[^!-~]/g, '').toUpperCase()
  const [five = ''] = zip.split('-')
  return /^\d{5}$/.test(five) ? five : zip
}
