import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DocumentCertificate } from '@sync/gen/tables'
import type { ReactNode } from 'react'
import { DateTime } from '@/kit/format/Formats'
import { Icon } from '@/kit/icon/Icon'
import { useRefusal } from '@/kit/remote/refusal'
import { byFours } from './byFours'
import css from './Check.module.css'
import type { Checked } from './checkFile'
import type { StandingResp } from './standing'

/** What a check of one file came to: the verdict in words first, then every place, then what it rests on. */
export function Answer({ of }: { of: Checked }) {
  if (of.kind === 'paper') return <Paper of={of} />
  if (of.kind === 'bundle') return <Bundle of={of} />
  return (
    <Card name={of.name} verdict="waiting" title={<Trans>Could not be checked</Trans>}>
      <p>
        {of.kind === 'too-large' && <Trans>The file is too large for this device.</Trans>}
        {of.kind === 'unreadable' && <Trans>The file could not be read. Try again; if it stays so, it is damaged.</Trans>}
        {of.kind === 'not-ready' && (
          <Trans>This device does not have the organization's certificate yet. Connect once, then check again.</Trans>
        )}
      </p>
    </Card>
  )
}

type Verdict = 'good' | 'waiting' | 'bad'

function Card({ name, verdict, title, children }: { name: string; verdict: Verdict; title: ReactNode; children: ReactNode }) {
  return (
    <article className={css.answer} data-verdict={verdict}>
      <h2>
        <Icon name={verdict === 'good' ? 'check' : verdict === 'bad' ? 'stop' : 'alert'} /> {title}
      </h2>
      <p className={css.name}>{name}</p>
      {children}
    </article>
  )
}

function Paper({ of: { name, verdict: v, standing, certificate } }: { of: Extract<Checked, { kind: 'paper' }> }) {
  const genuine = v.findings.length === 0
  const revoked = !genuine && v.findings.every((f) => f === 'paper-certificate-revoked')
  const counts = standing.said !== 'known' || standing.row.standing === 'current'
  return (
    <Card
      name={name}
      verdict={genuine && counts ? 'good' : genuine || revoked ? 'waiting' : 'bad'}
      title={
        revoked ? (
          <Trans>Sealed with a revoked certificate</Trans>
        ) : !genuine ? (
          <Trans>Changed since it was sealed</Trans>
        ) : counts ? (
          <Trans>Genuine and unchanged</Trans>
        ) : (
          <Trans>Genuine, but no longer valid</Trans>
        )
      }
    >
      <Found codes={v.findings.map((code) => ({ code }))} />
      {(genuine || revoked) && certificate && <Sealed by={certificate} />}
      {revoked && standing.said === 'known' && (
        <p>
          <Trans>Your records show this file: it was sealed here.</Trans>
        </p>
      )}
      {(genuine || revoked) && <Standing of={standing} />}
      <dl className={css.facts}>
        {v.sealedAt && (
          <Fact name={<Trans>Sealed</Trans>}>
            <DateTime at={v.sealedAt} />
          </Fact>
        )}
        {v.stampedAt && (
          <Fact name={<Trans>Time confirmed by a timestamp server</Trans>}>
            <DateTime at={v.stampedAt} />
          </Fact>
        )}
        {v.by && <By name={v.by.name} fingerprint={v.by.fingerprint} />}
      </dl>
    </Card>
  )
}

/** Whether the certificate is the one in use, and since when it is not. */
function Sealed({ by }: { by: DocumentCertificate }) {
  if (by.revokedAt)
    return (
      <p>
        <Trans>
          Its certificate was revoked <DateTime at={by.revokedAt} />: {by.revokedWhy}
        </Trans>
      </p>
    )
  if (!by.endedAt) return null
  return (
    <p>
      <Trans>
        Sealed with an earlier certificate, which was in use until <DateTime at={by.endedAt} /> and was valid then.
      </Trans>
    </p>
  )
}

function Standing({ of }: { of: StandingResp }) {
  return (
    <p>
      {of.said === 'no-contact' && <Trans>No connection: whether it is still valid is not known.</Trans>}
      {of.said === 'unknown' && <Trans>Your records do not show this document. It may belong to a warehouse outside your access.</Trans>}
      {of.said === 'known' &&
        (of.row.standing === 'current' ? (
          <Trans>It is the current bill: {of.row.number}.</Trans>
        ) : of.row.standing === 'superseded' ? (
          <Trans>A later version of bill {of.row.number} replaces it.</Trans>
        ) : (
          <Trans>The shipment of bill {of.row.number} was called off. The document is void.</Trans>
        ))}
    </p>
  )
}

function Bundle({ of: { name, verdict: v } }: { of: Extract<Checked, { kind: 'bundle' }> }) {
  const m = v.manifest
  const sound = v.findings.length === 0
  return (
    <Card
      name={name}
      verdict={sound ? 'good' : 'bad'}
      title={sound ? <Trans>Complete and unchanged</Trans> : <Trans>Changed since it was made</Trans>}
    >
      <Found codes={v.findings} />
      <dl className={css.facts}>
        {m && (
          <>
            <Fact name={<Trans>Bill of lading</Trans>}>
              {m.bill} · {m.organisation}
            </Fact>
            <Fact name={<Trans>Made</Trans>}>
              <DateTime at={m.at} />
            </Fact>
            <Fact name={<Trans>Events</Trans>}>
              <Trans>
                {m.events}, of which {v.signed} carry a device's signature
              </Trans>
            </Fact>
            <Fact name={<Trans>Files</Trans>}>
              {m.files.length}
              {m.absent.length > 0 && (
                <>
                  {' · '}
                  <Plural
                    value={m.absent.length}
                    one="# had not arrived when the bundle was made"
                    other="# had not arrived when the bundle was made"
                  />
                </>
              )}
            </Fact>
          </>
        )}
        {v.by && <By name={v.by.name} fingerprint={v.by.fingerprint} />}
      </dl>
    </Card>
  )
}

function Found({ codes }: { codes: readonly { code: string; n?: number; file?: string }[] }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  if (codes.length === 0) return null
  const shown = codes.slice(0, 50)
  return (
    <ul className={css.found} aria-label={t`What is wrong`}>
      {shown.map((f) => (
        <li key={`${f.code} ${f.n ?? ''} ${f.file ?? ''}`}>{refusal.ofCode(f.code, { n: f.n, file: f.file })}</li>
      ))}
      {codes.length > shown.length && (
        <li>
          <Trans>and {codes.length - shown.length} more places</Trans>
        </li>
      )}
    </ul>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function By({ name, fingerprint }: { name: string; fingerprint: string }) {
  return (
    <Fact name={<Trans>Certificate</Trans>}>
      {name}
      <code className={css.print}>{byFours(fingerprint)}</code>
    </Fact>
  )
}
