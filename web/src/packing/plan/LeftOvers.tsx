import { Plural } from '@lingui/react/macro'
import type { PackingPlan } from '@sync/gen/tables'
import { useLocale } from '@/kit/format/Formats'
import { count } from '@/kit/format/measure'
import { Icon } from '@/kit/icon/Icon'
import { useRefusal } from '@/kit/remote/refusal'
import css from '../Packing.module.css'

/** What found no box, and why. */
export function LeftOvers({ left }: { left: PackingPlan['left'] }) {
  const locale = useLocale()
  const refusal = useRefusal()
  if (left.length === 0) return null
  const pieces = left.reduce((n, l) => n + l.count, 0)
  return (
    <section className={css.left} aria-labelledby="left-over">
      <h2 id="left-over">
        <Icon name="alert" /> <Plural value={pieces} one="# piece not packed" other="# pieces not packed" />
      </h2>
      <ul>
        {left.map((l) => (
          <li key={`${l.code} ${l.description} ${l.reason}`}>
            <strong>
              {count(l.count, locale)} × {l.description}
            </strong>{' '}
            {l.code && <span className="identifier">{l.code}</span>}
            <span className={css.line}>{refusal.ofCode(`packing-${l.reason}`, {})}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
