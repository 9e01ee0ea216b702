import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { Icon } from '@/kit/icon/Icon'
import { Button } from '@/kit/ui'
import type { Load } from '../load/load'
import css from './Driver.module.css'

/**
 * Notes where the truck stands, when somebody asks for it and at no other time. It belongs to the shipment's history; the server takes it
 * only from the driver's arrival until the bill is signed.
 */
export function Place({ load }: { load: Load }) {
  const { t } = useLingui()
  const [said, setSaid] = useState('')
  const [asking, setAsking] = useState(false)
  const note = () => {
    setAsking(true)
    setSaid('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        void send('DockView/SaveDriverLocation', {
          ShipmentId: load.id,
          Latitude: coords.latitude,
          Longitude: coords.longitude,
          Accuracy: Math.min(coords.accuracy, 1_000_000),
        }).then(() => {
          feedback('good')
          const metres = Math.ceil(coords.accuracy)
          setSaid(t`Noted, within ${metres} m.`)
        })
      },
      (err) => {
        setAsking(false)
        feedback('bad')
        setSaid(
          err.code === err.PERMISSION_DENIED
            ? t`This device may not tell where it is. Allow it in the browser's settings, or go on without.`
            : t`This device does not know where it is. Go on without.`,
        )
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    )
  }
  return (
    <div>
      <Button variant="default" leftSection={<Icon name="track" />} loading={asking} onClick={note}>
        <Trans>Record truck location</Trans>
      </Button>
      <p className={css.quiet} role="status">
        {said || <Trans>Recorded once, before the bill is signed. It shows in the shipment's history.</Trans>}
      </p>
    </div>
  )
}
