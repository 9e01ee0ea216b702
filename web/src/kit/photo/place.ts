/** Where a photo was taken, as the piece of metadata that a JPEG begins with: nothing else of what its camera wrote is in it. */
export function placeOf(photo: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  for (let at = 0; at + 8 < photo.length; at++) {
    const little = photo[at] === 0x49 && photo[at + 1] === 0x49 && photo[at + 2] === 0x2a && photo[at + 3] === 0
    const big = photo[at] === 0x4d && photo[at + 1] === 0x4d && photo[at + 2] === 0 && photo[at + 3] === 0x2a
    if (!little && !big) continue
    const tiff = new DataView(photo.buffer, photo.byteOffset + at, photo.length - at)
    const found = placeIn(tiff, little)
    if (found) return found
  }
  return undefined
}

const gpsTag = 0x8825
/** Bytes of a value, by its type. */
const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8 }

interface Entry {
  tag: number
  type: number
  count: number
  at: number
}

function entries(tiff: DataView, little: boolean, at: number): Entry[] {
  if (at + 2 > tiff.byteLength) return []
  const n = tiff.getUint16(at, little)
  if (n > 512 || at + 2 + n * 12 > tiff.byteLength) return []
  return Array.from({ length: n }, (_, i) => {
    const e = at + 2 + i * 12
    return { tag: tiff.getUint16(e, little), type: tiff.getUint16(e + 2, little), count: tiff.getUint32(e + 4, little), at: e + 8 }
  })
}

function placeIn(tiff: DataView, little: boolean): Uint8Array<ArrayBuffer> | undefined {
  const pointer = entries(tiff, little, tiff.getUint32(4, little)).find((e) => e.tag === gpsTag)
  if (!pointer) return undefined
  const all = entries(tiff, little, tiff.getUint32(pointer.at, little)).filter((e) => e.tag <= 0x1f && sizes[e.type] && e.count <= 256)
  if (all.length === 0) return undefined
  const values = all.map((e) => {
    const size = (sizes[e.type] ?? 0) * e.count
    const from = size > 4 ? tiff.getUint32(e.at, little) : e.at
    return from + size <= tiff.byteLength ? new Uint8Array(tiff.buffer, tiff.byteOffset + from, size) : new Uint8Array(0)
  })
  const kept = all.map((e, i) => ({ ...e, value: values[i] ?? new Uint8Array(0) })).filter((e) => e.value.length > 0)
  // A head, a directory that names the place's, and that with its values behind it.
  const gps = 26
  let end = gps + 2 + kept.length * 12 + 4
  const out = new Uint8Array(end + kept.reduce((sum, e) => sum + (e.value.length > 4 ? e.value.length : 0), 0))
  const view = new DataView(out.buffer)
  out.set(little ? [0x49, 0x49, 0x2a, 0] : [0x4d, 0x4d, 0, 0x2a])
  view.setUint32(4, 8, little)
  view.setUint16(8, 1, little)
  view.setUint16(10, gpsTag, little)
  view.setUint16(12, 4, little)
  view.setUint32(14, 1, little)
  view.setUint32(18, gps, little)
  view.setUint16(gps, kept.length, little)
  kept.forEach((e, i) => {
    const at = gps + 2 + i * 12
    view.setUint16(at, e.tag, little)
    view.setUint16(at + 2, e.type, little)
    view.setUint32(at + 4, e.count, little)
    if (e.value.length <= 4) out.set(e.value, at + 8)
    else {
      view.setUint32(at + 8, end, little)
      out.set(e.value, end)
      end += e.value.length
    }
  })
  return out
}

/** A JPEG with a place put in at its beginning. */
export function withPlace(jpeg: Uint8Array, place: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = place.length + 8
  const mark = [0xff, 0xe1, size >> 8, size & 255, 0x45, 0x78, 0x69, 0x66, 0, 0] // "Exif"
  const out = new Uint8Array(jpeg.length + mark.length + place.length)
  out.set(jpeg.subarray(0, 2))
  out.set(mark, 2)
  out.set(place, 2 + mark.length)
  out.set(jpeg.subarray(2), 2 + mark.length + place.length)
  return out
}
