import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { RatingMarkup, RatingMarkupReq } from '@sync/gen/api'
import { openForm } from '@/kit/form/FormDialog'
import { useLocale } from '@/kit/format/Formats'
import { money } from '@/kit/format/measure'
import { Screen } from '@/kit/layout/Screen'
import { Awaited } from '@/kit/remote/Awaited'
import { useCall } from '@/kit/remote/useCall'
import { useWork } from '@/kit/remote/useWork'
import { Table } from '@/kit/table/Table'
import { Button, Group } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import { keptThere, type Mode, modeWords } from '../modes'
import css from '../Rating.module.css'
import { markupForm } from './markupForm'

const kinds: Record<RatingMarkup['Kind'], Words> = { flat: msg`Amount`, percent: msg`Percent`, percentMin: msg`Percent, at least` }

/** What customers pay on top of the carrier's price. */
export function MarkupScreen() {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const { trouble, work } = useWork()
  const got = useCall('Initial/GetCustomerMarkups', undefined, { staleMs: 0 })
  const edit = async (m?: RatingMarkup) => {
    const initial: Partial<RatingMarkupReq & { Floor: string }> = m
      ? { MarkupId: m.MarkupId, Customer: m.Customer, Mode: m.Mode, Kind: m.Kind, Value: m.Value, Floor: (m.FloorMinor / 100).toFixed(2) }
      : { Kind: 'percent' }
    if (await openForm(markupForm, initial)) got.remote.again()
  }
  const customer = (m: RatingMarkup) => m.Customer || t`every other customer`
  const drop = async (m: RatingMarkup) => {
    await work(() => call('Initial/DeleteCustomerMarkup', { MarkupId: m.MarkupId }))
    got.remote.again()
  }
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
      <Awaited called={got} offline={keptThere}>
        {got.data?.Markups.length === 0 ? (
          <p className={css.quiet}>
            <Trans>No markups. Customers pay what the carrier asks.</Trans>
          </p>
        ) : (
          <Table
            label={t`Customer markup`}
            rows={got.data?.Markups ?? []}
            keyOf={(m) => m.MarkupId}
            columns={[
              { head: t`Customer`, name: true, cell: customer },
              { head: t`Mode`, cell: (m) => (m.Mode in modeWords ? words(modeWords[m.Mode as Mode]) : t`all modes`) },
              {
                head: t`Markup`,
                cell: (m) => (
                  <>
                    {words(kinds[m.Kind])}: {m.Kind === 'flat' ? money(Math.round(Number(m.Value) * 100), 'USD', locale) : `${m.Value} %`}
                    {m.Kind === 'percentMin' && ` · ${money(m.FloorMinor, 'USD', locale)}`}
                  </>
                ),
              },
              {
                head: t`Actions`,
                cell: (m) => (
                  <Group gap="xs">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t`Change the markup of ${customer(m)}`}
                      onClick={() => void edit(m)}
                    >
                      <Trans>Change</Trans>
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t`Delete the markup of ${customer(m)}`}
                      onClick={() => void drop(m)}
                    >
                      <Trans>Delete</Trans>
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        )}
      </Awaited>
    </Screen>
  )
}
