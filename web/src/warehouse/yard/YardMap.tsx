import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef } from 'react'
import type { Drag } from '@/kit/drag/useDrag'
import { Scrolls } from '@/kit/panel/Scrolls'
import { useWords } from '@/kit/words/words'
import { inTheWay } from './PickPlace'
import type { Yard } from './useYard'
import { contents, offSetPoint } from './words'
import css from './Yard.module.css'
import { daysHere, daysOver, nextBy, type Spot, type Trailer, tooWarm } from './yard'

interface Props {
  yard: Yard
  /** Trailers that what is typed or filtered leaves; undefined is all. */
  found: ReadonlySet<string> | undefined
  picked: string | undefined
  onPick: (key: string) => void
  /** Carries trailers to other places; undefined for who may not move them. */
  drag: Drag | undefined
}

/** The yard as its site has drawn it: one stop of the Tab key, and the arrows go from place to place as they lie. */
export function YardMap({ yard, found, picked, onPick, drag }: Props) {
  const { t } = useLingui()
  const svg = useRef<SVGSVGElement>(null)
  const { spots, signs, wide, tall } = yard.map
  const held = drag?.held ? yard.trailers.find((x) => x.id === drag.held) : undefined
  const stop = spots.find((s) => s.key === picked)?.key ?? spots[0]?.key
  const along = (e: KeyboardEvent, from: Spot) => {
    if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault()
      return onPick(from.key)
    }
    const to = nextBy(e.key, from, spots)
    if (!to) return
    e.preventDefault()
    svg.current?.querySelector<SVGGElement>(`[data-key="${CSS.escape(to.key)}"]`)?.focus()
  }
  return (
    <Scrolls className={css.map} label={t`Yard map`}>
      <svg ref={svg} width={wide} height={tall} viewBox={`0 0 ${wide} ${tall}`} aria-label={t`Spots and doors`} {...{ role: 'group' }}>
        {signs.map((s) => (
          <text key={s.text} className={css.sign} x={s.x} y={s.y}>
            {s.text}
          </text>
        ))}
        {spots.map((s) => (
          <Place
            key={s.key}
            of={s}
            yard={yard}
            dim={found !== undefined && !(s.trailer && found.has(s.trailer.id))}
            picked={s.key === picked}
            over={drag?.over === s.key}
            refuses={held !== undefined && inTheWay(s, held, yard, !yard.moves.some((m) => m.trailerId === held.id)) !== undefined}
            hold={{
              ...(s.trailer && drag?.grip(s.trailer.id)),
              tabIndex: s.key === stop ? 0 : -1,
              onClick: () => onPick(s.key),
              onKeyDown: (e: KeyboardEvent) => along(e, s),
            }}
          />
        ))}
      </svg>
    </Scrolls>
  )
}

interface PlaceProps {
  of: Spot
  yard: Yard
  dim: boolean
  picked: boolean
  /** A trailer is held over it. */
  over: boolean
  /** It does not take the trailer that is held. */
  refuses: boolean
  hold: object
}

function Place({ of: s, yard, dim, picked, over: heldOver, refuses, hold }: PlaceProps) {
  const { t } = useLingui()
  const say = useSay(yard)
  const name = s.kind === 'doors' ? t`Door ${s.name}` : s.name
  const goes = s.asked && yard.trailers.find((x) => x.id === s.asked?.trailerId)
  const label = [
    s.trailer ? `${name}: ${say(s.trailer)}` : t`${name}: free`,
    goes && t`trailer ${goes.number} is requested here`,
    s.trailer && yard.moves.some((m) => m.trailerId === s.trailer?.id) && t`to be moved`,
  ]
    .filter(Boolean)
    .join(', ')
  const over = s.trailer ? daysOver(s.trailer, yard.site?.zone, yard.now) : 0
  const upright = s.tall > s.wide
  const middle = s.x + s.wide / 2
  return (
    <g
      className={css.spot}
      data-key={s.key}
      data-drop={s.key}
      data-over={heldOver || undefined}
      data-refuses={refuses || undefined}
      data-kind={s.kind}
      data-dim={dim || undefined}
      data-picked={picked || undefined}
      {...{ ...hold, role: 'button', 'aria-label': label, 'aria-pressed': picked }}
    >
      <rect className={css.ground} x={s.x} y={s.y} width={s.wide} height={s.tall} />
      <text className={css.number} x={upright ? middle : s.x + 4} y={s.y + 13} textAnchor={upright ? 'middle' : 'start'}>
        {s.kind === 'doors' ? s.name : s.place.spot}
      </text>
      {s.trailer && (
        <>
          <rect
            className={css.trailer}
            data-contents={s.trailer.contents}
            x={s.x + 3}
            y={s.y + 18}
            width={s.wide - 6}
            height={s.tall - 21}
            rx={3}
          />
          <text className={css.name} x={middle} y={s.y + (upright ? 38 : 32)} textAnchor="middle">
            {short(s.trailer.number)}
          </text>
          <text className={css.what} x={middle} y={s.y + (upright ? 56 : 46)} textAnchor="middle">
            {contents[s.trailer.contents].letter}
            {s.trailer.setPoint.unit && (tooWarm(s.trailer) ? ' ❄!' : ' ❄')}
            {!upright && over > 0 && ` ! ${over}`}
          </text>
          {upright && (
            <text className={css.what} data-over={over > 0 || undefined} x={middle} y={s.y + 73} textAnchor="middle">
              {over > 0 ? `! +${over}` : t`${daysHere(s.trailer, yard.site?.zone, yard.now)} d`}
            </text>
          )}
        </>
      )}
      {s.asked && <rect className={css.asked} x={s.x + 1.5} y={s.y + 1.5} width={s.wide - 3} height={s.tall - 3} />}
    </g>
  )
}

/** A number as there is room for it. */
const short = (number: string) => (number.length > 7 ? `…${number.slice(-5)}` : number)

/** A trailer in words. */
export function useSay({ site, now }: Yard) {
  const { t } = useLingui()
  const words = useWords()
  return (x: Trailer) => {
    const over = daysOver(x, site?.zone, now)
    return [
      t`trailer ${x.number}`,
      x.carrierName,
      words(contents[x.contents].label).toLowerCase(),
      x.seal && t`sealed`,
      x.setPoint.unit && t`reefer`,
      tooWarm(x) && words(offSetPoint).toLowerCase(),
      over > 0 && plural(over, { one: '# day over', other: '# days over' }),
    ]
      .filter(Boolean)
      .join(', ')
  }
}
