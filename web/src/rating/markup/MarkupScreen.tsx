import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { RatingMarkup } from '@sync/gen/api'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { modeName } from '@/kit/format/mode'
import { Screen } from '@/kit/layout/Screen'
import { Pending } from '@/kit/remote/Pending'
import { useCall } from '@/kit/remote/useCall'
import { Table } from '@/kit/table/Table'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { KeptButtons, useDrop } from '../Kept'
import css from '../Rating.module.css'
import { keptThere } from '../words'
import { markupForm, markupKinds } from './markupForm'

/** What customers pay on top of the carrier's price. */
export function MarkupScreen() {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const got = useCall('Initial/GetCustomerMarkups', undefined, { staleMs: 0 })
  const { trouble, drop } = useDrop(got.remote.again)
  const edit = async (m?: RatingMarkup) => {
    if (await openForm(markupForm, m ?? { Kind: 'percent' })) got.remote.again()
  }
  const customer = (m: RatingMarkup) => m.Customer || t`every other customer`
  return (
    <Screen
      title={t`Customer markup`}
      actions={
        <Button onClick={() => void edit()}>
          <Trans>Add a markup</Trans>
        </Button>
      }
    >
      <p className={css.quiet}>
        <Trans>
          It is taken on the carrier's total. A customer's own counts before everybody's, and one for the mode before one for all modes.
        </Trans>
      </p>
      {trouble}
      <Pending called={got} offline={keptThere}>
        {got.data?.Markups.length === 0 ? (
          <p className={css.quiet}>
            <Trans>No markups. Customers pay the carrier's rate.</Trans>
          </p>
        ) : (
          <Table
            label={t`Customer markup`}
            rows={got.data?.Markups ?? []}
            keyOf={(m) => m.MarkupId}
            columns={[
              { head: t`Customer`, name: true, cell: customer },
              { head: t`Mode`, cell: (m) => (m.Mode ? words(modeName(m.Mode)) : t`all modes`) },
              {
                head: t`Markup`,
                cell: (m) => (
                  <>
                    {words(markupKinds[m.Kind])}:{' '}
                    {m.Kind === 'flat' ? money(Math.round(Number(m.Value) * 100), 'USD', locale) : `${m.Value} %`}
                    {m.Kind === 'percentMin' && ` · ${money(m.FloorMinor, 'USD', locale)}`}
                  </>
                ),
              },
              {
                head: t`Actions`,
                cell: (m) => (
                  <KeptButtons
                    name={t`the markup of ${customer(m)}`}
                    change={() => void edit(m)}
                    drop={() =>
                      void drop(
                        t`the markup of ${customer(m)}`,
                        () => call('Initial/DeleteCustomerMarkup', { MarkupId: m.MarkupId }),
                        () => call('Initial/RestoreCustomerMarkup', { Id: m.MarkupId }),
                      )
                    }
                  />
                ),
              },
            ]}
          />
        )}
      </Pending>
    </Screen>
  )
}
