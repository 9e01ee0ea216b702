import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ClaimDossier, ClaimTerms } from '@sync/gen/api'
import { Part } from '@/kit/detail/DetailScreen'
import { useLocale } from '@/kit/format/Formats'
import { count, measure, money } from '@/kit/format/measure'
import { Table } from '@/kit/table/Table'
import css from './Claim.module.css'

/** What is claimed line by line, and what the carrier owes of it at most. */
export function MoneyPart({ claim: c }: { claim: ClaimDossier }) {
  const { t } = useLingui()
  const locale = useLocale()
  const cash = (minor: number) => money(minor, c.Currency, locale)
  const capped = c.LiableMinor !== null && c.LiableMinor < c.ClaimedMinor
  const rows = [
    ...c.Lines.map((l) => ({
      name: l.Description,
      detail: [`${count(l.Pieces, locale)} × ${cash(l.UnitMinor)}`, l.Weight.milli > 0 && measure(l.Weight, locale), l.Note]
        .filter(Boolean)
        .join(' · '),
      minor: l.Pieces * l.UnitMinor,
    })),
    ...(c.FreightMinor > 0 ? [{ name: t`Freight charges`, detail: '', minor: c.FreightMinor }] : []),
    ...(c.SalvageMinor > 0 ? [{ name: t`Salvage deducted`, detail: t`The claimant keeps the goods`, minor: -c.SalvageMinor }] : []),
  ]
  return (
    <Part title={msg`Amounts`}>
      <Table
        label={t`Amounts`}
        rows={rows}
        keyOf={(_, n) => n}
        columns={[
          {
            head: t`Goods or charge`,
            name: true,
            cell: (r) => (
              <>
                {r.name}
                <small>{r.detail}</small>
              </>
            ),
          },
          { head: t`Amount`, number: true, cell: (r) => cash(r.minor) },
        ]}
        sum={{ text: t`Claimed`, value: cash(c.ClaimedMinor) }}
      />
      {c.LiableMinor !== null && (
        <p className={css.words} role={capped ? 'status' : undefined}>
          <Trans>Carrier's liability: {cash(c.LiableMinor)} at most.</Trans> <Limit terms={c.Terms} />
        </p>
      )}
      {c.SalvageBy === 'carrier' && (
        <p className={css.quiet}>
          <Trans>The carrier takes the damaged goods.</Trans>
        </p>
      )}
      {c.AgreedMinor > 0 && (
        <p className={css.words}>
          <Trans>
            Agreed: {cash(c.AgreedMinor)}. Received: {cash(c.PaidMinor)}. Open: {cash(c.AgreedMinor - c.PaidMinor)}.
          </Trans>
        </p>
      )}
    </Part>
  )
}

/** Why the carrier owes no more. */
function Limit({ terms }: { terms: ClaimTerms }) {
  const locale = useLocale()
  const value = money(terms.limitMinor, terms.currency || 'USD', locale)
  const most = money(terms.maxMinor, terms.currency || 'USD', locale)
  switch (terms.declared) {
    case 'shipment':
      return <Trans>The bill of lading declares a value of {value} for the shipment.</Trans>
    case 'piece':
      return <Trans>The bill of lading declares a value of {value} per piece.</Trans>
    case 'kg':
      return <Trans>The bill of lading declares a value of {value} per kg.</Trans>
    case 'lb':
      return <Trans>The bill of lading declares a value of {value} per lb.</Trans>
  }
  if (terms.limitMinor > 0 && terms.maxMinor > 0)
    return (
      <Trans>
        The carrier's tariff releases {value} per lb and {most} per shipment.
      </Trans>
    )
  return terms.limitMinor > 0 ? (
    <Trans>The carrier's tariff releases {value} per lb.</Trans>
  ) : (
    <Trans>The carrier's tariff releases {most} per shipment.</Trans>
  )
}
