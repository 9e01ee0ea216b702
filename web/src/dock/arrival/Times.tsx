import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { Trouble } from '@/kit/feedback/Trouble'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { DateTime, useLocale } from '@/kit/format/Formats'
import { millis, span } from '@/kit/format/time'
import { Icon } from '@/kit/icon/Icon'
import { Button } from '@/kit/ui'
import type { Load } from '../load/load'
import css from './Arrival.module.css'

/** When the truck came and when it was let go, and the driver's word that it is so. */
export function Times({ load, zone, released = false }: { load: Load; zone: string | undefined; released?: boolean }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { trouble, keeping } = useKeeping()
  if (!load.arrivedAt || (released && !load.signedAt)) return null
  const agreed = released ? load.releaseAgreedAt : load.arrivalAgreedAt
  const agree = () => keeping(() => send('DockView/AgreeTimes', { ShipmentId: load.id, Released: released }))
  return (
    <section className={css.times} aria-label={t`Times at this dock`}>
      <p>
        <Trans>
          Arrived <DateTime at={load.arrivedAt} zone={zone} />
        </Trans>
        {released && load.signedAt && (
          <>
            <br />
            <Trans>
              Released <DateTime at={load.signedAt} zone={zone} />,{' '}
              {span(Math.max(0, millis(load.signedAt) - millis(load.arrivedAt)), locale)} at this dock
            </Trans>
          </>
        )}
      </p>
      {agreed ? (
        <p role="status">
          <Icon name="check" size="1em" />{' '}
          <Trans>
            The driver agrees, <DateTime at={agreed} zone={zone} />
          </Trans>
        </p>
      ) : (
        <Button variant="default" onClick={() => void agree()}>
          {released ? <Trans>These times are right</Trans> : <Trans>This time is right</Trans>}
        </Button>
      )}
      <Trouble>{trouble}</Trouble>
    </section>
  )
}
