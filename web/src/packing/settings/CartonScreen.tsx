import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { openForm } from '@/kit/form/FormDialog'
import { useCall } from '@/kit/remote/useCall'
import { Button, SegmentedControl } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../Packing.module.css'
import { ItemsScreen } from './ItemsScreen'
import { goalWords, rulesForm, typedRules } from './rules'
import { TypesScreen } from './TypesScreen'

type Part = 'cartons' | 'items'

/** What parcels are packed into, what is known of the items, and what is sought. */
export function CartonScreen() {
  const { t } = useLingui()
  const words = useWords()
  const [part, setPart] = useState<Part>('cartons')
  const rules = useCall('Packing/Rules', undefined, { staleMs: 0 })
  const edit = async () => {
    if (rules.data && (await openForm(rulesForm, typedRules(rules.data)))) rules.remote.again()
  }
  return (
    <div className={css.whole}>
      <div className={`${css.ask} ${css.level}`}>
        <SegmentedControl
          aria-label={t`Part of the settings`}
          value={part}
          onChange={(v) => setPart(v as Part) /* one of those below */}
          data={[
            { value: 'cartons', label: t`Cartons` },
            { value: 'items', label: t`Items` },
          ]}
        />
        <p className={css.quiet}>
          {rules.data && (
            <>
              {words(goalWords[rules.data.goal])} · <Trans>{rules.data.divisor} cubic inches to a pound</Trans>
            </>
          )}
        </p>
        <Button variant="default" disabled={!rules.data} onClick={() => void edit()}>
          <Trans>Packing rules</Trans>
        </Button>
      </div>
      <div className={css.list}>{part === 'cartons' ? <TypesScreen kind="carton" /> : <ItemsScreen />}</div>
    </div>
  )
}
