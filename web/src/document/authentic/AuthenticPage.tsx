import { Trans, useLingui } from '@lingui/react/macro'
import type { Ops } from '@sync/gen/api'
import { written } from '@/kit/format/measure'
import { exactTime } from '@/kit/format/printed'
import { Fact, Facts, Verdict } from '@/kit/guest/GuestPage'
import { Copy } from './Copy'
import { Records } from './Records'

/** Tells whoever holds a paper whether it is genuine and still counts, and shows what must stand on it; no price, no person, no address. */
export function AuthenticPage({ org, paper }: { org: string; paper: string }) {
  return (
    <Records
      title={<Trans>Is this bill of lading genuine?</Trans>}
      call="Document/Authenticity"
      req={{ Org: org, Paper: paper }}
      known={(p) => <Paper of={p} />}
      unknown={
        <Verdict verdict="bad" title={<Trans>No such document</Trans>}>
          <Trans>No signed bill of lading has this code. Do not rely on the document; ask the shipper.</Trans>
        </Verdict>
      }
      below={(p) => <Copy sha256={p.sha256} />}
    />
  )
}

function Paper({ of: p }: { of: Ops['Document/Authenticity']['resp'] }) {
  const { i18n } = useLingui()
  const number = new Intl.NumberFormat(written(i18n.locale), { maximumFractionDigits: 3 })
  return (
    <>
      {p.standing === 'current' && (
        <Verdict verdict="good" title={<Trans>Genuine, and it counts</Trans>}>
          <Trans>This bill was signed and sealed. Compare the details below with the document in your hand: all of them must agree.</Trans>
        </Verdict>
      )}
      {p.standing === 'superseded' && (
        <Verdict verdict="waiting" title={<Trans>Genuine, but a later document replaces it</Trans>}>
          <Trans>Ask for the latest version of this bill.</Trans>
        </Verdict>
      )}
      {p.standing === 'voided' && (
        <Verdict verdict="bad" title={<Trans>Void</Trans>}>
          <Trans>This bill was genuine. The shipper has called off the shipment, and the document is no longer valid.</Trans>
        </Verdict>
      )}
      <Facts>
        <Fact name={<Trans>Bill of Lading Number</Trans>}>{p.number}</Fact>
        {p.version > 1 && <Fact name={<Trans>Version</Trans>}>{p.version}</Fact>}
        <Fact name={<Trans>Carrier</Trans>}>{p.carrier}</Fact>
        <Fact name={<Trans>Pieces</Trans>}>{number.format(p.pieces)}</Fact>
        {p.pallets > 0 && <Fact name={<Trans>Pallets</Trans>}>{number.format(p.pallets)}</Fact>}
        <Fact name={<Trans>Weight</Trans>}>
          {number.format(p.weight.milli / 1000)} {p.weight.unit}
        </Fact>
        <Fact name={<Trans>Seal number</Trans>}>{p.seals.length > 0 ? p.seals.join(', ') : '–'}</Fact>
        <Fact name={<Trans>Signed</Trans>}>{p.signedAt && exactTime(p.signedAt, i18n.locale, p.zone || 'UTC')}</Fact>
        <Fact name={<Trans>At the foot of the document, after SHA-256, it begins with</Trans>}>
          <code>{p.digest}</code>
        </Fact>
      </Facts>
    </>
  )
}
