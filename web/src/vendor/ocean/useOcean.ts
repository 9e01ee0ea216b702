import { useEffect, useRef, useState } from 'react'
import { ask, NoContact, Refused, reach } from '@/kit/guest/ask'
import { newId } from '@/kit/guest/newId'
import { useAnswer } from '@/kit/guest/useAnswer'
import { type Link, useLink } from '@/kit/guest/useLink'
import { keeping } from '../guest/draft'
import { type Code, type Container, type Draft, nextOf, nothingTyped, type Port, placeOf, type SeaEvent, type Shown } from './milestone'

// The secret stands behind the #, which travels to no server by itself.
const at = new URL(location.href)
const token = at.hash.slice(1)
const client = decodeURIComponent(at.pathname.split('/')[2] ?? '')
const held = { AccessID: token, clientId: client }
export const renew = () => ask('Vendor/RenewOceanLink', held)

export const useOceanLink = () =>
  useLink<Shown>({
    key: `ocean.${token.slice(-6)}`,
    ask: (again) => ask('Vendor/GetOceanPortal', { ...held, Again: again }),
    now: (s) => s.now,
    open: () => true,
  })

/** What a forwarder is telling. */
export function useOcean(link: Link<Shown>, shown: Shown) {
  const [keep] = useState(() => keeping(`ocean.${client}.${shown.code}`))
  const [told, setTold] = useState('')
  const [ports, setPorts] = useState<Port[]>(() => keep.read<Port[]>('ports') ?? [])
  const asked = useRef(false)
  useEffect(() => {
    if (!link.fresh || asked.current) return
    asked.current = true
    ask('Vendor/GetOceanPorts', held).then(
      (list) => {
        setPorts(list)
        keep.keep('ports', list)
      },
      (err: unknown) => {
        if (!(err instanceof Refused) && !(err instanceof NoContact)) throw err // what is known stands
        asked.current = false
      },
    )
  }, [link.fresh, keep])

  const send = async (d: Draft): Promise<Shown> => {
    const by = { ...held, ContactName: d.name.trim() }
    const now =
      d.what === 'container'
        ? await ask('Vendor/AddOceanContainer', {
            ...by,
            ShipmentId: d.load,
            Size: d.size,
            ContainerNumber: d.number.trim(),
            Seal: d.seal.trim(),
          })
        : await ask('Vendor/AddMilestone', {
            ...by,
            MilestoneId: d.id,
            ContainerId: d.unit,
            Code: d.code,
            Estimated: d.estimated,
            EventAt: d.when,
            Place: d.place.trim(),
            Vessel: d.vessel.trim(),
            Voyage: d.voyage.trim(),
            Note: d.note.trim(),
            Corrects: d.corrects,
          })
    keep.keep('name', d.name)
    setTold(d.what === 'container' ? d.load : d.unit)
    return now
  }
  const work = useAnswer<Draft, Shown>({
    key: keep.draft,
    nothing: nothingTyped,
    link,
    later: true,
    send,
    anew: (typed) => ({ ...typed, id: newId(), corrects: '' }),
  })
  const start = (part: Partial<Draft>) => {
    setTold('')
    work.type({ ...nothingTyped, id: newId(), name: keep.read<string>('name') ?? '', ...part })
  }
  /** Begins a milestone of a container: the one that mostly follows, where it mostly happens. */
  const tell = (c: Container, code: Code = nextOf(c.lastCode)) =>
    start({ what: 'milestone', unit: c.containerId, code, place: placeOf(c, code), vessel: c.vessel, voyage: c.voyage })
  const correct = (c: Container, e: SeaEvent, code: Code) =>
    start({
      what: 'milestone',
      unit: c.containerId,
      code,
      estimated: e.estimated,
      place: e.place,
      vessel: e.vessel,
      voyage: e.voyage,
      corrects: e.eventId,
    })
  const name = (load: string) => start({ what: 'container', load })
  return { ...work, link, shown, ports, told, tell, correct, name }
}
export type Ocean = ReturnType<typeof useOcean>

/** Brings a document to a load. Under the same key it is the same file, however often it is brought. */
export async function bring(file: File, shipment: string): Promise<void> {
  const sum = await crypto.subtle.digest('SHA-256', await new Blob([shipment, '/', file.name, '/', file]).arrayBuffer())
  const form = new FormData()
  form.append('AccessID', token)
  form.append('ShipmentId', shipment)
  form.append(
    'FileId',
    [...new Uint8Array(sum)]
      .map((b) => b.toString(16).padStart(2, '0'))
      .join('')
      .slice(0, 40),
  )
  form.append('file', file)
  await reach('Vendor/UploadOceanFile', form, 120_000)
}

/** Saves a document of a load on the device. */
export async function save(id: string, name: string): Promise<void> {
  const res = await reach('Vendor/OpenOceanFile', JSON.stringify({ ...held, FileId: id }), 60_000)
  const url = URL.createObjectURL(await res.blob())
  const a = document.createElement('a')
  a.href = url
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
