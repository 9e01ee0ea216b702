import { useRef } from 'react'
import type { Trouble } from '@/kit/remote/remote'
import { useTroubles } from '@/kit/remote/user'
import { onTruck, type Pallet } from '../load/load'
import type { Told } from '../scan/useScanner'

/**
 * What the server did not take of the scan that is answered on the screen: a tick that stays would tell the worker that the pallet is aboard. The server may be
 * faster than the tick. Of earlier scans of the same pallet nothing is told again.
 */
export function useSentBack(told: Told | undefined, pallet: Pallet | undefined): Trouble | undefined {
  const troubles = useTroubles()
  const before = useRef<{ told: Told | undefined; keys: string[] }>({ told: undefined, keys: [] })
  if (before.current.told !== told) before.current = { told, keys: told?.at ? (troubles ?? []).map((x) => x.key) : [] }
  if (!told || told.kind === 'joined' || !pallet || onTruck(pallet)) return undefined
  if (told.kept) return troubles?.find((x) => x.key === told.kept)
  const of = (x: Trouble) => x.op === 'DockView/LoadPallet' && x.args.PalletId === pallet.id
  return troubles?.findLast((x) => of(x) && !before.current.keys.includes(x.key))
}
