import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { useState } from 'react'
import { Qr } from '@/kit/qr/Qr'
import { useWork } from '@/kit/remote/useWork'
import { Button, Group } from '@/kit/ui'

/** The sign at the gate: a code by which drivers say on their own phones that they are here. It stays the same until somebody wants another. */
export function GateSign({ warehouse }: { warehouse: string }) {
  const { t } = useLingui()
  const { busy, trouble, work } = useWork()
  const [address, setAddress] = useState<string>()
  const show = (anew: boolean) =>
    work(async () => {
      const { token } = await call('DockView/GateLink', { Warehouse: warehouse, Anew: anew })
      setAddress(`${location.origin}/GateCheckIn/${encodeURIComponent(token.slice(0, token.indexOf('.')))}#G${token}`)
    })
  return (
    <section aria-labelledby="gate-sign">
      <h2 id="gate-sign">
        <Trans>Gate sign</Trans>
      </h2>
      <p>
        <Trans>
          Drivers scan this code with their own phones, say who they are and for which load, and are told their door, the wait and your
          rules. They need no account.
        </Trans>
      </p>
      {trouble}
      {address ? (
        <>
          <Qr text={address} label={t`Gate code`} />
          <p>
            <a href={address} target="_blank" rel="noreferrer">
              <Trans>View as driver</Trans>
            </a>
          </p>
          <Group gap="sm">
            <Button onClick={() => window.print()}>
              <Trans>Print this page</Trans>
            </Button>
            <Button variant="default" loading={busy} onClick={() => void show(true)}>
              <Trans>New code; the printed sign stops working</Trans>
            </Button>
          </Group>
        </>
      ) : (
        <Button variant="default" loading={busy} onClick={() => void show(false)}>
          <Trans>Show gate code</Trans>
        </Button>
      )}
    </section>
  )
}
