import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { Trouble } from '@/kit/feedback/Trouble'
import { Identifier } from '@/kit/format/Formats'
import { useScan } from '@/kit/scan/useScan'
import { TextInput } from '@/kit/ui'
import type { Pallet } from '../load/load'
import { fromScan } from '../scan/fromScan'
import css from './Loading.module.css'

const most = 60

interface PickPalletProps {
  pallets: Pallet[]
  pallet: Pallet | undefined
  onPick: (p: Pallet) => void
}

/** Which pallet a panel is about: the last one scanned, unless somebody scans or picks another. */
export function PickPallet({ pallets, pallet, onPick }: PickPalletProps) {
  const { t } = useLingui()
  const [picking, setPicking] = useState(false)
  const [find, setFind] = useState('')
  const [stranger, setStranger] = useState('')
  // Here a scan says which pallet is meant. It counts nothing: what is damaged may well stay on the dock.
  useScan((text) => {
    const code = fromScan(text)
    const found = pallets.find((p) => p.lpn === code || p.sscc === code)
    feedback(found ? 'good' : 'bad')
    setStranger(found ? '' : code)
    if (!found) return
    setPicking(false)
    onPick(found)
  })
  const refused = stranger && (
    <Trouble>
      <Trans>{stranger} is not a pallet of this load.</Trans>
    </Trouble>
  )
  if (pallet && !picking)
    return (
      <div className={css.picked}>
        <div>
          <Identifier id={pallet.lpn} />
          <div>
            {pallet.description}, <Trans>{pallet.pieces} pieces</Trans>
          </div>
        </div>
        <button type="button" className={css.plain} onClick={() => setPicking(true)}>
          <Trans>Another pallet</Trans>
        </button>
        {refused}
      </div>
    )
  const needle = find.trim().toUpperCase()
  const found = pallets.filter((p) => !needle || `${p.lpn} ${p.sscc} ${p.description}`.toUpperCase().includes(needle))
  return (
    <div className={css.pick}>
      <p>
        <Trans>Scan the pallet, or tap it:</Trans>
      </p>
      {refused}
      {pallets.length > 8 && (
        <TextInput
          aria-label={t`Find a pallet`}
          placeholder={t`Number or goods`}
          value={find}
          onChange={(e) => setFind(e.currentTarget.value)}
        />
      )}
      <ul>
        {found.slice(0, most).map((p) => (
          <li key={p.id}>
            <button
              type="button"
              className={css.plain}
              onClick={() => {
                setPicking(false)
                onPick(p)
              }}
            >
              <Identifier id={p.lpn} />
              <span>{p.description}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > most && (
        <p className={css.quiet}>
          <Trans>{found.length - most} more. Type a part of the number.</Trans>
        </p>
      )}
    </div>
  )
}

export interface PalletPanelProps extends PickPalletProps {
  load: { id: string; warehouse: string }
  onClose: () => void
}
