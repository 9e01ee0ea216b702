import { Trans, useLingui } from '@lingui/react/macro'
import type { FreightClauses } from '@sync/gen/api'
import { money } from '@/kit/format/measure'
import { Fact } from './GuestPage'

/** What a carrier bills, collects and answers for: the account, the COD with its fee, a declared value, Section 7. Nothing where the load asks none of it. */
export function ClauseFacts({ of: k }: { of: FreightClauses }) {
  const { t, i18n } = useLingui()
  const locale = i18n.locale
  const per = { lb: t`per pound`, kg: t`per kilogram`, piece: t`per piece`, shipment: t`for the shipment` }[k.declaredPer || 'shipment']
  return (
    <>
      {k.account && <Fact name={t`Bill to account`}>{k.account}</Fact>}
      {k.codMinor ? (
        <Fact name={t`COD`}>
          {[
            money(k.codMinor, k.currency ?? 'USD', locale),
            k.codFee === 'P' ? t`fee prepaid` : t`fee collect`,
            k.codCheck ? t`customer check accepted` : t`no customer check`,
          ].join(' · ')}
          {k.codRemit && (
            <small>
              <br />
              <Trans>Remit to {k.codRemit}</Trans>
            </small>
          )}
        </Fact>
      ) : null}
      {k.declaredMinor ? (
        <Fact name={t`Declared value`}>
          {money(k.declaredMinor, k.currency ?? 'USD', locale)} {per}
        </Fact>
      ) : null}
      {k.noRecourse && (
        <Fact name={t`Section 7`}>
          <Trans>No delivery without payment of the freight charges</Trans>
        </Fact>
      )}
    </>
  )
}
