import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeviceKnown } from '@sync/gen/api'
import { useState } from 'react'
import { Ago, DateTime, Identifier, useLocale } from '@/kit/format/Formats'
import { bytes } from '@/kit/format/measure'
import { clock, span } from '@/kit/format/time'
import { useRefusal } from '@/kit/remote/refusal'
import { submit } from '@/kit/remote/submit'
import { useCall } from '@/kit/remote/useCall'
import { StatusBadge } from '@/kit/status/StatusBadge'
import { Button, Modal } from '@/kit/ui'
import css from './Devices.module.css'
import { deviceStates, readDevice } from './deviceList'

interface DevicePanelProps {
  id: string
  names: ReadonlyMap<string, string>
  onBack: () => void
}

type Asking = 'wipe' | 'revoke'

/** One device: what it last told of itself, what can be asked of it, and the log that it sent. */
export function DevicePanel({ id, names, onBack }: DevicePanelProps) {
  const asked = useCall('Sync/Devices', { id, build: __BUILD__ }, { staleMs: 0 })
  const logs = useCall('Sync/DeviceLogs', { device: id }, { staleMs: 0 })
  const d = asked.data?.devices[0]
  const again = () => {
    asked.remote.again()
    logs.remote.again()
  }
  return (
    <div className={css.panel}>
      <div className={css.actions}>
        <Button variant="default" onClick={onBack}>
          <Trans>All devices</Trans>
        </Button>
        <Button variant="default" onClick={again}>
          <Trans>Refresh</Trans>
        </Button>
      </div>
      {asked.remote.offline && (
        <p role="status">
          <Trans>No connection. Device reports are on the server.</Trans>
        </p>
      )}
      {asked.data && !d && (
        <p role="status">
          <Trans>There is no such device.</Trans>
        </p>
      )}
      {d && (
        <>
          <Facts known={d} names={names} />
          <DeviceActions known={d} onDone={again} />
          <h2>
            <Trans>Log</Trans>
          </h2>
          {logs.data?.length === 0 && (
            <p className={css.quiet}>
              {d.asked.includes('log') ? (
                <Trans>Requested. It comes with the device's next report, within a minute of its being online.</Trans>
              ) : (
                <Trans>No log yet. Request it above. It holds no shipment or personal data.</Trans>
              )}
            </p>
          )}
          {logs.data?.map((log, n) => (
            <Log key={log.id} log={log} open={n === 0} />
          ))}
        </>
      )}
    </div>
  )
}

function Facts({ known, names }: { known: DeviceKnown; names: ReadonlyMap<string, string> }) {
  const locale = useLocale()
  const d = readDevice(known, names)
  return (
    <>
      <h1 className={css.title}>
        {d.name} <StatusBadge {...deviceStates[d.state]} />
      </h1>
      <dl className={css.facts}>
        <dt>
          <Trans>Used by</Trans>
        </dt>
        <dd>{d.who}</dd>
        <dt>
          <Trans>Last seen</Trans>
        </dt>
        <dd>
          <Ago at={d.seenAt} />
        </dd>
        <dt>
          <Trans>To send</Trans>
        </dt>
        <dd>
          {d.outbox ?? '–'}
          {d.oldestAt && (
            <>
              {' · '}
              <Trans>
                oldest <Ago at={d.oldestAt} />
              </Trans>
            </>
          )}
        </dd>
        <dt>
          <Trans>Behind</Trans>
        </dt>
        <dd>{d.lag === undefined ? '–' : (d.lag ?? 0) < 60_000 ? <Trans>up to date at its last report</Trans> : span(d.lag, locale)}</dd>
        <dt>
          <Trans>Rejected work waiting for a person</Trans>
        </dt>
        <dd>{d.tray}</dd>
        <dt>
          <Trans>App version</Trans>
        </dt>
        <dd>{d.build || '–'}</dd>
        <dt>
          <Trans>Storage</Trans>
        </dt>
        <dd>
          {d.used === undefined ? '–' : bytes(d.used, locale)}{' '}
          {d.safe !== undefined &&
            (d.safe ? (
              <Trans>protected</Trans>
            ) : (
              <Trans>not protected: the browser may clear it when the disk is full. Installing the app there protects it.</Trans>
            ))}
        </dd>
        <dt>
          <Trans>Battery</Trans>
        </dt>
        <dd>
          {d.battery === undefined ? <Trans>not reported</Trans> : d.charging ? <Trans>{d.battery} %, charging</Trans> : `${d.battery} %`}
        </dd>
        <dt>
          <Trans>First seen</Trans>
        </dt>
        <dd>
          <DateTime at={d.enrolledAt} />
        </dd>
        {known.wipedAt && (
          <>
            <dt>
              <Trans>Wiped</Trans>
            </dt>
            <dd>
              <DateTime at={known.wipedAt} />
              {known.lostFiles > 0 && (
                <>
                  {' · '}
                  <Plural value={known.lostFiles} one="# photo could not be sent" other="# photos could not be sent" />
                </>
              )}
            </dd>
          </>
        )}
        {(known.status.lostWork ?? 0) > 0 && (
          <>
            <dt>
              <Trans>Lost on this device</Trans>
            </dt>
            <dd>
              <Plural
                value={known.status.lostWork ?? 0}
                one="# action or photo: the browser deleted what it kept"
                other="# actions and photos: the browser deleted what it kept"
              />
            </dd>
          </>
        )}
        <dt>
          <Trans>Number</Trans>
        </dt>
        <dd>
          <Identifier id={d.id} />
        </dd>
      </dl>
    </>
  )
}

function DeviceActions({ known, onDone }: { known: DeviceKnown; onDone: () => void }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const [sure, setSure] = useState<Asking>()
  const waits = (kind: DeviceKnown['asked'][number]) => known.asked.includes(kind)
  const act = async (op: string, request: object) => {
    setSure(undefined)
    try {
      await submit(op, { device: known.id, ...request })
      onDone()
    } catch (err) {
      refusal.tell(err)
    }
  }
  const order = (kind: DeviceKnown['asked'][number], cancel = false) => void act('Sync/Order', { kind, cancel })
  if (known.wipedAt)
    return (
      <p className={css.quiet}>
        <Trans>Its data is deleted. The next sign-in there makes it a new device.</Trans>
      </p>
    )
  return (
    <div className={css.actions}>
      {waits('log') ? (
        <Button variant="default" onClick={() => order('log', true)}>
          <Trans>Log requested · cancel</Trans>
        </Button>
      ) : (
        <Button variant="default" onClick={() => order('log')}>
          <Trans>Request log</Trans>
        </Button>
      )}
      {waits('again') ? (
        <Button variant="default" onClick={() => order('again', true)}>
          <Trans>Reload requested · cancel</Trans>
        </Button>
      ) : (
        <Button variant="default" onClick={() => order('again')}>
          <Trans>Reload its data</Trans>
        </Button>
      )}
      {waits('wipe') && !known.revokedAt ? (
        <Button variant="default" onClick={() => order('wipe', true)}>
          <Trans>Wipe requested · cancel</Trans>
        </Button>
      ) : (
        !known.revokedAt && (
          <Button variant="default" color="red" onClick={() => setSure('wipe')}>
            <Trans>Wipe at next contact</Trans>
          </Button>
        )
      )}
      {known.revokedAt ? (
        <Button variant="default" onClick={() => void act('Sync/Revoke', { revoked: false })}>
          <Trans>Restore access</Trans>
        </Button>
      ) : (
        <Button color="red" onClick={() => setSure('revoke')}>
          <Trans>Withdraw its access</Trans>
        </Button>
      )}
      <Modal
        opened={sure !== undefined}
        onClose={() => setSure(undefined)}
        title={sure === 'revoke' ? t`Withdraw this device's access?` : t`Wipe this device?`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <p>
          {sure === 'revoke' ? (
            <Trans>
              It gets no more data and deletes what it has at its next contact. Work not sent yet is not lost: it comes to Rejected work,
              where you decide.
            </Trans>
          ) : (
            <Trans>At its next contact it sends what it holds, deletes everything and signs out. The person there is told.</Trans>
          )}
        </p>
        <div className={css.actions}>
          <Button
            color="red"
            data-autofocus
            onClick={() => (sure === 'revoke' ? void act('Sync/Revoke', { revoked: true }) : order('wipe'))}
          >
            {sure === 'revoke' ? <Trans>Withdraw access</Trans> : <Trans>Wipe</Trans>}
          </Button>
          <Button variant="default" onClick={() => setSure(undefined)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Modal>
    </div>
  )
}

interface LogProps {
  log: { at: string | null; entries: { at: number; what: string; detail?: unknown }[] }
  open: boolean
}

/** The latest line first: it is the one that somebody looks for. */
function Log({ log, open }: LogProps) {
  const locale = useLocale()
  return (
    <details className={css.log} open={open}>
      <summary>
        <Trans>
          Sent <DateTime at={log.at} />
        </Trans>
        {' · '}
        <Plural value={log.entries.length} one="# line" other="# lines" />
      </summary>
      <ol reversed>
        {[...log.entries].reverse().map((e, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log that does not change
          <li key={n}>
            <time dateTime={new Date(e.at).toISOString()}>{clock(e.at, locale)}</time> <b>{e.what}</b>{' '}
            {e.detail !== undefined && e.detail !== null && <code>{JSON.stringify(e.detail)}</code>}
          </li>
        ))}
      </ol>
    </details>
  )
}
