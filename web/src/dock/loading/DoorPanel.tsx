import { Trans, useLingui } from '@lingui/react/macro'
import { send } from '@sync/send'
import { useState } from 'react'
import { Trouble } from '@/kit/feedback/Trouble'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { useRows } from '@/kit/remote/useRows'
import { Button, TextInput } from '@/kit/ui'
import type { Load } from '../load/load'
import css from './Loading.module.css'
import { PanelFrame } from './PanelFrame'

/** At which door the trailer stands. */
export function DoorPanel({ load, onClose }: { load: Load; onClose: () => void }) {
  const { t } = useLingui()
  const [other, setOther] = useState('')
  const rows = useRows(
    async (db) => ({
      site: await db.warehouse_site.get(load.warehouse),
      busy: await db.dock_shipment
        .where('[warehouse+state]')
        .anyOf([
          [load.warehouse, 'loading'],
          [load.warehouse, 'arrived'],
          [load.warehouse, 'loaded'],
        ])
        .toArray(),
    }),
    [load.warehouse],
  )
  const taken = new Map(rows?.busy.filter((s) => s.id !== load.id && s.door).map((s) => [s.door, s.carrierName || s.carrier]))
  const { trouble, keeping } = useKeeping()
  const choose = async (door: string) => {
    if (await keeping(() => send('DockView/StartLoading', { ShipmentId: load.id, Door: door }))) onClose()
  }
  return (
    <PanelFrame title={t`Which door?`} onClose={onClose} wide>
      <ul className={css.doors}>
        {rows?.site?.doors.map((door) => (
          <li key={door}>
            <button type="button" className={css.plain} aria-pressed={door === load.door} onClick={() => void choose(door)}>
              <b>{door}</b>
              <small>{taken.get(door) ?? <Trans>free</Trans>}</small>
            </button>
          </li>
        ))}
      </ul>
      <form
        className={css.line}
        onSubmit={(e) => {
          e.preventDefault()
          if (other.trim()) void choose(other.trim())
        }}
      >
        <TextInput label={t`Another door`} maxLength={20} value={other} onChange={(e) => setOther(e.currentTarget.value)} />
        <Button type="submit" disabled={!other.trim()}>
          <Trans>Take this door</Trans>
        </Button>
      </form>
      <Trouble>{trouble}</Trouble>
    </PanelFrame>
  )
}
