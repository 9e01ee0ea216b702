import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PackingBox } from '@sync/gen/tables'
import { useId, useMemo, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { PlainButton } from '@/kit/plain/Plain'
import { drawn, faces, onPaper } from './iso'
import { type Layer, layersOf, letter, third } from './layers'
import css from './Picture.module.css'

/** What is packed, a carton, a pallet or a unit, by its name: a drawing that can be gone through layer by layer, and the same in words for whoever does not see it. */
export function BoxPicture({ box, name }: { box: PackingBox; name: string }) {
  const { t } = useLingui()
  const layers = useMemo(() => layersOf(box), [box])
  const [chosen, setShown] = useState<number>()
  const shown = Math.min(chosen ?? layers.length, layers.length)
  const caption = useId()
  const total = layers.length
  return (
    <figure className={css.figure} aria-labelledby={caption}>
      <Drawing box={box} layers={layers.slice(0, shown)} />
      <figcaption id={caption}>
        {shown === total ? (
          <Trans>{name}, all layers</Trans>
        ) : (
          <Trans>
            {name}, up to layer {shown} of {total}
          </Trans>
        )}
      </figcaption>
      {total > 1 && (
        <div className={`${css.steps} no-print`}>
          <PlainButton disabled={shown <= 1} onClick={() => setShown(shown - 1)} aria-label={t`One layer less`}>
            <Icon name="down" />
          </PlainButton>
          <span role="status" className={css.step}>
            <Trans>
              Layer {shown} of {total}
            </Trans>
          </span>
          <PlainButton disabled={shown >= total} onClick={() => setShown(shown + 1)} aria-label={t`One layer more`}>
            <Icon name="up" />
          </PlainButton>
        </div>
      )}
      <LayerList box={box} layers={layers} />
    </figure>
  )
}

const tints = 6

function Drawing({ box, layers }: { box: PackingBox; layers: Layer[] }) {
  const { l, w, h } = box.room
  const corners = [onPaper(0, 0, h), onPaper(l, 0, 0), onPaper(0, w, 0), onPaper(l, w, 0)]
  const line = Math.max(l, w, h) / 220
  const left = onPaper(0, w, 0).x - 4 * line
  const top = Math.min(...corners.map((c) => c.y)) - 4 * line
  const wide = onPaper(l, 0, 0).x - left + 4 * line
  const high = onPaper(l, w, 0).y - top + 4 * line
  const order = useMemo(() => drawn(layers.flatMap((x) => x.pieces)), [layers])
  const at = (x: number, y: number, z: number) => {
    const p = onPaper(x, y, z)
    return `${p.x},${p.y}`
  }
  return (
    <svg className={css.drawing} viewBox={`${left} ${top} ${wide} ${high}`} aria-hidden="true" strokeWidth={line} strokeLinejoin="round">
      <polygon className={css.floor} points={[at(0, 0, 0), at(l, 0, 0), at(l, w, 0), at(0, w, 0)].join(' ')} />
      <polygon className={css.wall} points={[at(0, 0, 0), at(l, 0, 0), at(l, 0, h), at(0, 0, h)].join(' ')} />
      <polygon className={css.wall} points={[at(0, 0, 0), at(0, w, 0), at(0, w, h), at(0, 0, h)].join(' ')} />
      {order.map((p) => {
        const f = faces(p)
        const size = Math.min(p.l, p.w) * 0.5
        return (
          <g key={`${p.x} ${p.y} ${p.z}`} className={css.piece} data-tint={p.i % tints}>
            <polygon className={css.right} points={f.right} />
            <polygon className={css.left} points={f.left} />
            <polygon className={css.top} points={f.top} />
            <text x={f.middle.x} y={f.middle.y} fontSize={size} textAnchor="middle" dominantBaseline="central">
              {letter(p.i)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** What the drawing shows, in words: each layer's pieces and where they stand. */
function LayerList({ box, layers }: { box: PackingBox; layers: Layer[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const across = [t`on the left`, t`in between`, t`on the right`]
  const along = [t`at the back`, t`in the center`, t`in front`]
  return (
    <details className={css.words}>
      <summary>
        <Trans>The layers in words</Trans>
      </summary>
      <ol>
        {layers.map((layer, n) => (
          <li key={layer.z}>
            <Trans>Layer {n + 1}</Trans>
            <ul>
              {layer.counts.map(({ i, n: pieces }) => {
                const places = new Set(
                  layer.pieces
                    .filter((p) => p.i === i)
                    .map((p) => `${along[third(p.x, p.l, box.room.l)]} ${across[third(p.y, p.w, box.room.w)]}`),
                )
                return (
                  <li key={i}>
                    {letter(i)}: {count(pieces, locale)} × {box.contents[i]?.description} (
                    {new Intl.ListFormat(locale, { type: 'unit' }).format([...places])})
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ol>
      <p>
        <Plural value={box.placed.length} one="# piece altogether." other="# pieces altogether." />
      </p>
    </details>
  )
}
