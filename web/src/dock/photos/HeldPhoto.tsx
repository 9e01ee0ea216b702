import { working } from '@sync/client'
import { heldFile } from '@sync/files'
import { useEffect, useState } from 'react'
import { Icon } from '@/kit/icon/Icon'

/** A photo from this device's own store, before or after it was named by an action. Once it has been sent, its sign stands in its place. */
export function HeldPhoto({ hash, alt }: { hash: string; alt: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let url: string | undefined
    let gone = false
    void heldFile(working().outbox, hash).then((blob) => {
      if (!blob || gone) return
      url = URL.createObjectURL(blob)
      setAddress(url)
    })
    return () => {
      gone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [hash])
  return address ? <img src={address} alt={alt} /> : <Icon name="camera" size={48} />
}
