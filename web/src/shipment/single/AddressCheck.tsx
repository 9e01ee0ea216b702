import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgAddressResp, ParcelClassifyResp } from '@sync/gen/api'
import { useState } from 'react'
import { useCan } from '@/kit/remote/can'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { Button } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import type { Party } from './load'
import { partyLabels } from './partNames'
import css from './Single.module.css'

interface Answer {
  /** The address that was judged; another one has no answer. */
  of: string
  findings: { part: string; code: string }[]
  known: boolean
  kind: 'residential' | 'commercial' | 'unknown'
}

/** Judges an address by its parts and by earlier shipments, and tells whether those went to a home or to a business. */
export function AddressCheck({
  of,
  disabled,
  onKind,
}: {
  of: Party
  disabled?: boolean | undefined
  onKind: (residential: boolean) => void
}) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const judges = useCan('see-orders')
  const classifies = useCan('plan')
  const [answer, setAnswer] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  const { residential = false, ...address } = of
  const now = JSON.stringify(address)
  if (!judges || !classifies) return null
  const check = async () => {
    setBusy(true)
    try {
      const remote = theRemote()
      const answers = await Promise.all([
        remote.call('Address/AddressValidation', { Address: of }),
        remote.call('UPSReady/AddressClassification', { Address: of }),
      ])
      const [judged, kind] = answers as [OrgAddressResp, ParcelClassifyResp] // the calls' own answers
      setAnswer({ of: now, findings: judged.findings, known: judged.known, kind: kind.classification })
    } catch (err) {
      refusal.tell(err)
    } finally {
      setBusy(false)
    }
  }
  const told = answer?.of === now ? answer : undefined
  const home = told?.kind === 'residential'
  return (
    <>
      <Button variant="subtle" size="xs" data-span={4} mt={26} disabled={disabled} loading={busy} onClick={() => void check()}>
        <Trans>Verify address</Trans>
      </Button>
      {told && (
        <div className={css.hint} role="status">
          {told.findings.map((f) => (
            <p key={`${f.part} ${f.code}`}>
              {words(partyLabels[f.part as keyof Party] ?? f.part)}: {refusal.ofCode(f.code, {})}
            </p>
          ))}
          {told.findings.length === 0 && (
            <p>
              {told.known
                ? t`The address is in order, and freight went there before.`
                : t`The address is in order. No freight went there before.`}
            </p>
          )}
          {told.kind !== 'unknown' && (
            <p>
              {home ? t`Earlier shipments: residential` : t`Earlier shipments: commercial`}{' '}
              {home !== residential && (
                <Button variant="subtle" size="compact-xs" disabled={disabled} onClick={() => onKind(home)}>
                  {home ? <Trans>Set to residential</Trans> : <Trans>Set to commercial</Trans>}
                </Button>
              )}
            </p>
          )}
        </div>
      )}
    </>
  )
}
