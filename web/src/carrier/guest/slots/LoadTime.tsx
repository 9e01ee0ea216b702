import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import css from '../Carrier.module.css'
import type { Row } from '../portal'
import { PickTime } from './PickTime'

/** The time that a load of the carrier has at its warehouse, booked or changed. */
export function LoadTime({ load, scac, onBooked }: { load: Row; scac: string; onBooked: () => void }) {
  const [open, setOpen] = useState(false)
  if (!['T', 'M'].includes(load.statuscode) || (load.dock && load.dock.state !== 'booked')) return null
  if (open)
    return (
      <PickTime
        of={{ ShipmentId: load.id }}
        scac={scac}
        onClose={() => setOpen(false)}
        onBooked={() => {
          setOpen(false)
          onBooked()
        }}
      />
    )
  return (
    <section className={css.part}>
      <h2>
        <Trans>Appointment</Trans>
      </h2>
      <button type="button" className={css.go} onClick={() => setOpen(true)}>
        {load.dock ? <Trans>Change the time at the warehouse</Trans> : <Trans>Book a time at the warehouse</Trans>}
      </button>
    </section>
  )
}
