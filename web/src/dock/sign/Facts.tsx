import { Plural, Trans } from '@lingui/react/macro'
import { useLocale } from '@/kit/format/Formats'
import { count, type Measure, measure } from '@/kit/format/measure'
import css from './Sign.module.css'

interface FactsProps {
  pallets: number
  pieces: number
  weight: Measure
  seal: string
  hazmat: readonly string[]
}

/** What counts, in large letters: read before anything is signed, on the tablet and on the driver's phone alike. */
export function Facts({ pallets, pieces, weight, seal, hazmat }: FactsProps) {
  const locale = useLocale()
  return (
    <>
      <dl className={css.facts}>
        <div>
          <dt>
            <Plural value={pallets} one="pallet" other="pallets" />
          </dt>
          <dd>{count(pallets, locale)}</dd>
        </div>
        <div>
          <dt>
            <Plural value={pieces} one="piece" other="pieces" />
          </dt>
          <dd>{count(pieces, locale)}</dd>
        </div>
        <div>
          <dt>
            <Trans>weight</Trans>
          </dt>
          <dd>{measure(weight, locale)}</dd>
        </div>
        <div>
          <dt>
            <Trans>seal</Trans>
          </dt>
          <dd>{seal || <Trans>none</Trans>}</dd>
        </div>
      </dl>
      {hazmat.length > 0 && (
        <p className={css.hazmat}>
          <strong>
            <Trans>Hazmat:</Trans>
          </strong>{' '}
          {hazmat.join(' · ')}
        </p>
      )}
    </>
  )
}
