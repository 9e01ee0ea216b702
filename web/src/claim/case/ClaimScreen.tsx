import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ClaimDossier } from '@sync/gen/api'
import { Columns, DetailScreen, Facts, Part } from '@/kit/detail/DetailScreen'
import { openForm } from '@/kit/form/FormDialog'
import { Day, Identifier } from '@/kit/format/Formats'
import { useCrumb } from '@/kit/layout/crumb'
import { PageLink } from '@/kit/page/PageLink'
import { useCan } from '@/kit/remote/can'
import { theRemote } from '@/kit/remote/remote'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { toasts } from '@/kit/toast/toast'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { FormButton } from '../form/FormButton'
import { LetterButton } from '../letter/LetterButton'
import css from './Claim.module.css'
import { Dues } from './Dues'
import { EvidencePart } from './EvidencePart'
import { HistoryPart } from './HistoryPart'
import { MoneyPart } from './MoneyPart'
import type { ClaimSearch } from './search'
import { formOf, stepWords } from './stepForms'
import { type Step, stepsOf } from './steps'
import { kinds, missing, standing } from './words'

/** Who may take a step: to decide and to pay is another right than to file. */
const settling = new Set(['settle', 'decline', 'pay', 'dispute'])

/** A shipment's claims: the one that was asked for, else the newest; the others are named above it. */
export function ClaimScreen({ shipmentId, search }: { shipmentId: string; search: ClaimSearch }) {
  const { t } = useLingui()
  const words = useWords()
  const got = useCall('Claim/OfShipment', { ShipmentId: shipmentId })
  const claims = got.data?.Claims
  const c = claims?.find((one) => one.ClaimId === search.claim) ?? claims?.[0]
  useCrumb(c?.Number)
  return (
    <DetailScreen
      title={c ? t`Claim ${c.Number}` : t`Claims of the shipment`}
      status={c && <StatusBadge {...standing(c)} />}
      actions={c && <Steps claim={c} />}
      of={claims && (c ?? null)}
      remote={got.remote}
      missing={msg`No claims for this shipment. Start one in Claim Preparation.`}
    >
      {c && got.data && (
        <>
          {claims && claims.length > 1 && (
            <nav aria-label={t`Claims of the shipment`} className={css.actions}>
              {claims.map((one) => (
                <PageLink
                  key={one.ClaimId}
                  to={{ page: 'ClaimsDetails', params: { ShipmentId: one.ShipmentId }, search: { claim: one.ClaimId } }}
                >
                  {one.Number} · {words(kinds[one.Kind])} · {words(standing(one).label)}
                </PageLink>
              ))}
            </nav>
          )}
          <Columns>
            <About claim={c} />
            <MoneyPart claim={c} />
          </Columns>
          <Dues claim={c} />
          <EvidencePart claim={c} papers={got.data.Papers} findings={got.data.Findings} />
          <HistoryPart claim={c} />
        </>
      )}
    </DetailScreen>
  )
}

/** The steps that the claim allows and the user may take. */
function Steps({ claim: c }: { claim: ClaimDossier }) {
  const words = useWords()
  const { act } = useAct()
  const [files, settles] = [useCan('file-claims'), useCan('settle-claims')]
  const open = c.Outcome === '' && c.AgreedMinor > 0 ? c.AgreedMinor - c.PaidMinor : 0
  const run = async (s: Step) => {
    const form = formOf(s.action)
    if (form) {
      await openForm(form, {
        ClaimId: c.ClaimId,
        Rev: c.Rev,
        ...(s.action === 'settle' ? { AmountMinor: c.ClaimedMinor } : s.action === 'pay' ? { AmountMinor: open } : {}),
      })
      return
    }
    const done = await act(() => theRemote().submit(s.op ?? '', { ClaimId: c.ClaimId, Rev: c.Rev }))
    if (done) toasts.good(stepWords[s.action] ?? s.action, { of: c.Number })
  }
  const steps = stepsOf(c).filter((s) => (settling.has(s.action) ? settles : files))
  return (
    <>
      {steps.map((s, n) => (
        <Button key={s.action} variant={n === 0 && s.action !== 'archive' ? 'filled' : 'default'} onClick={() => void run(s)}>
          {words(stepWords[s.action] ?? s.action)}
        </Button>
      ))}
      <LetterButton claim={c} />
      {files && c.State !== 'closed' && c.State !== 'archived' && <FormButton claim={c} />}
      {c.State === 'preparing' && files && (
        <PageLink to={{ page: 'ClaimPreparation', params: { shipmentid: c.ShipmentId }, search: { claim: c.ClaimId } }} otherwise={null}>
          <Trans>Change</Trans>
        </PageLink>
      )}
    </>
  )
}

/** What is claimed, for whom and against whom. */
function About({ claim: c }: { claim: ClaimDossier }) {
  const { t } = useLingui()
  const words = useWords()
  const to = c.Addresses.find((a) => a.Purpose === 'payment') ?? c.Addresses[0]
  return (
    <Part title={msg`Claim`}>
      {c.Missing.length > 0 && (
        <p role="status" className={css.words}>
          <Trans>Missing before it can be filed: {c.Missing.map((m) => words(missing[m] ?? m)).join(', ')}</Trans>
        </p>
      )}
      <Facts
        facts={[
          { label: msg`Kind`, value: c.Concealed ? t`Concealed damage` : words(kinds[c.Kind]), big: true },
          {
            label: msg`Shipment`,
            value: <PageLink to={{ page: 'ShipmentDetails', params: { shipmentid: c.ShipmentId } }}>{c.Shipment}</PageLink>,
          },
          { label: msg`BOL`, value: c.BOL && <Identifier id={c.BOL} /> },
          { label: msg`PRO`, value: c.PRO && <Identifier id={c.PRO} /> },
          { label: msg`Ship date`, value: c.ShipOn && <Day text={c.ShipOn} /> },
          { label: msg`Delivered`, value: c.DeliveredOn && <Day text={c.DeliveredOn} /> },
          { label: msg`Carrier`, value: c.CarrierName },
          { label: msg`Claims contact`, value: [c.Terms.contact, c.Terms.email, c.Terms.phone].filter(Boolean).join(' · ') },
          { label: msg`Carrier's claim number`, value: c.CarrierNumber },
          { label: msg`Claimant`, value: c.Claimant.Name },
          { label: msg`Contact`, value: [c.Claimant.Contact, c.Claimant.Email, c.Claimant.Phone].filter(Boolean).join(' · ') },
          { label: msg`Payment to`, value: to && [to.Name, to.Street, to.City, to.State, to.Zip].filter(Boolean).join(', ') },
          { label: msg`Reason`, value: c.Reason },
        ]}
      />
      {c.Statement && <p className={css.words}>{c.Statement}</p>}
    </Part>
  )
}
