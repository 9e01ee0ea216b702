import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, TextInput } from '@/kit/ui'
import type { Load } from '../load/load'
import { PanelFrame } from '../loading/PanelFrame'
import css from './Dispatch.module.css'
import { doorTyped, inTheWay } from './dispatch'
import type { DispatchView } from './useDispatch'

interface PickDoorProps {
  load: Load
  view: DispatchView
  onPick: (door: string) => void
  onClose: () => void
}

/** To which door? A number and Enter is enough; the doors are there to tap as well. */
export function PickDoor({ load, view, onPick, onClose }: PickDoorProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const found = doorTyped(typed, view.doors)
  const other = inTheWay(load, found)
  const unknown = typed.trim() !== '' && !found
  return (
    <PanelFrame title={t`Which door for ${load.carrierName || load.carrier}?`} onClose={onClose} wide>
      <form
        className={css.typed}
        onSubmit={(e) => {
          e.preventDefault()
          if (found && !other) onPick(found.name)
        }}
      >
        <TextInput
          data-autofocus
          label={t`Door`}
          maxLength={20}
          autoComplete="off"
          value={typed}
          onChange={(e) => setTyped(e.currentTarget.value)}
          error={
            unknown ? t`There is no such door.` : other ? t`Taken: ${other.carrierName || other.carrier}, bill ${other.bol}.` : undefined
          }
        />
        <Button type="submit" disabled={!found || other !== undefined}>
          {found ? <Trans>Send to door {found.name}</Trans> : <Trans>Send</Trans>}
        </Button>
        {load.door && load.loadedPallets === 0 && (
          <Button variant="default" onClick={() => onPick('')}>
            <Trans>Clear door {load.door}</Trans>
          </Button>
        )}
      </form>
      <ul className={css.choices}>
        {view.doors.map((door) => {
          const there = inTheWay(load, door)
          return (
            <li key={door.name}>
              <button
                type="button"
                className={css.choice}
                aria-pressed={door.name === load.door}
                disabled={there !== undefined}
                onClick={() => onPick(door.name)}
              >
                <b>{door.name}</b>
                <small>{door.at ? door.at.carrierName || door.at.carrier : <Trans>free</Trans>}</small>
              </button>
            </li>
          )
        })}
      </ul>
    </PanelFrame>
  )
}
