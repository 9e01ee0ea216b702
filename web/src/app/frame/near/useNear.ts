import { current } from '@sync/client'
import { useEffect, useState } from 'react'
import { useDebouncedValue } from '@/kit/hooks'
import type { Near } from './match'

/**
 * What this device holds by words: consignee, city, customer, carrier, reference. It is for when the server cannot be asked; undefined while it looks,
 * and where it could not.
 */
export function useNear(text: string, wanted: boolean): Near[] | undefined {
  const [settled] = useDebouncedValue(text.trim(), 200)
  const [found, setFound] = useState<{ text: string; hits: Near[] }>()
  const asked = wanted && settled.length > 1
  useEffect(() => {
    const database = current().work?.cache.table('shipment').db.name
    if (!asked || !database) return
    const worker = new Worker(new URL('./near.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Near[] | undefined>) => data && setFound({ text: settled, hits: data })
    worker.postMessage({ database, text: settled, most: 16 })
    const end = () => worker.terminate() // a page that is put aside would keep it in the middle of its reading
    addEventListener('pagehide', end)
    return () => {
      removeEventListener('pagehide', end)
      worker.terminate() // another word is typed, or the connection is back
    }
  }, [asked, settled])
  return asked && found?.text === text.trim() ? found.hits : undefined
}
