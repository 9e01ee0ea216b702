import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { NotifyWays } from '@sync/gen/api'
import type { InputProps } from '@/kit/form/defineForm'
import { Table } from '@/kit/table/Table'
import { Checkbox } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from './Preference.module.css'

const kinds: Record<NotifyWays['Kind'], { name: Words; meaning: Words }> = {
  tenders: { name: msg`Tenders`, meaning: msg`A carrier accepts or rejects a shipment, or does not answer.` },
  quotes: { name: msg`Spot quotes`, meaning: msg`A carrier answers, or the time to answer is over.` },
  rfqs: { name: msg`Truckload RFQs`, meaning: msg`A carrier answers, or the time to answer is over.` },
  bills: { name: msg`Signed bills`, meaning: msg`A driver has signed a bill of lading.` },
  dock: { name: msg`Changes on the dock`, meaning: msg`A load has another weight or another carrier than planned.` },
  'back-orders': { name: msg`Back orders`, meaning: msg`Part of a load stayed behind.` },
  vendors: { name: msg`Vendors`, meaning: msg`A vendor shipped what we bought.` },
  mails: { name: msg`Failures`, meaning: msg`A document could not be mailed, or another system’s file of orders was not taken.` },
}

const ways: { key: 'InApp' | 'Push' | 'Mail'; name: Words }[] = [
  { key: 'InApp', name: msg`In the app` },
  { key: 'Push', name: msg`Push` },
  { key: 'Mail', name: msg`E-mail` },
]

/** Kinds of events by the ways to be told of them. */
export function WaysInput({ id, label, disabled, value = [], onChange }: InputProps<NotifyWays[]>) {
  const { t } = useLingui()
  const words = useWords()
  const set = (kind: NotifyWays['Kind'], way: 'InApp' | 'Push' | 'Mail', on: boolean) =>
    onChange(value.map((w) => (w.Kind === kind ? { ...w, [way]: on } : w)))
  return (
    <div id={id}>
      <Table
        label={label}
        rows={value}
        keyOf={(w) => w.Kind}
        columns={[
          {
            head: t`Event`,
            name: true,
            cell: (w) => (
              <>
                {words(kinds[w.Kind].name)}
                <small className={css.meaning}>{words(kinds[w.Kind].meaning)}</small>
              </>
            ),
          },
          ...ways.map(({ key, name }) => ({
            head: words(name),
            cell: (w: NotifyWays) => (
              <Checkbox
                aria-label={`${words(kinds[w.Kind].name)}: ${words(name)}`}
                checked={w[key]}
                disabled={disabled}
                onChange={(e) => set(w.Kind, key, e.currentTarget.checked)}
              />
            ),
          })),
        ]}
      />
      {value.some((w) => !w.InApp && !w.Push && !w.Mail) && (
        <p className={css.none} role="status">
          <Trans>
            You are not told of:{' '}
            {value
              .filter((w) => !w.InApp && !w.Push && !w.Mail)
              .map((w) => words(kinds[w.Kind].name))
              .join(', ')}
          </Trans>
        </p>
      )}
    </div>
  )
}
