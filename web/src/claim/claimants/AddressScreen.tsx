import { useMemo } from 'react'
import { useCall } from '@/kit/remote/useCall'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { useWords } from '@/kit/words/words'
import { addresses } from './addresses'

/** The addresses of all claimants, each with its claimant's name. */
export function AddressScreen() {
  const words = useWords()
  const claimants = useCall('Claim/Claimants', undefined).data
  const of = useMemo(() => {
    const names = new Map(claimants?.map((c) => [c.ClaimantId, c.Name]))
    return addresses(words, (id) => names.get(id) ?? '')
  }, [words, claimants])
  return <ResourceScreen of={of} />
}
