import { busy } from '../busy/busy'

export interface Photo {
  blob: Blob
  width: number
  height: number
}

/** The bar for a photo kept on a device: small enough for 2G, large enough to read a label. */
export const photoLimit = 400 * 1024

/** Opens the camera (or the picture chooser where there is none). Undefined when the person thought better of it. */
export async function takePhoto({ from = 'camera', chosen, keepPlace }: TakeOptions = {}): Promise<Photo | undefined> {
  const file = await chooseFile({ accept: 'image/*', capture: from === 'camera' })
  if (!file) return undefined
  chosen?.()
  const photo = await shrink(file)
  if (!keepPlace) return photo
  const { placeOf, withPlace } = await import('./place')
  const place = placeOf(new Uint8Array(await file.arrayBuffer()))
  return place
    ? { ...photo, blob: new Blob([withPlace(new Uint8Array(await photo.blob.arrayBuffer()), place)], { type: photo.blob.type }) }
    : photo
}

interface TakeOptions {
  from?: 'camera' | 'library'
  /** The picture is taken; a large one takes seconds from here. */
  chosen?: () => void
  /** The warehouse wants photos to say where they were taken. */
  keepPlace?: boolean
}

/** A file chooser as a promise. The page is held meanwhile: on a phone the camera takes over the screen and a reload would lose the shot. */
export function chooseFile({ accept, capture }: { accept: string; capture?: boolean }): Promise<File | undefined> {
  const release = busy.hold('camera')
  return new Promise<File | undefined>((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    if (capture) input.setAttribute('capture', 'environment')
    input.onchange = () => resolve(input.files?.[0])
    input.oncancel = () => resolve(undefined)
    input.click()
  }).finally(release)
}

/** Draws the picture anew as a JPEG under the limit. Drawing drops all metadata: a phone writes place and owner into a photo. */
export async function shrink(source: Blob, limit = photoLimit): Promise<Photo> {
  const picture = await createImageBitmap(source, { imageOrientation: 'from-image' })
  try {
    for (const edge of [1600, 1280, 1024, 800, 640]) {
      const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
      const width = Math.max(1, Math.round(picture.width * scale))
      const height = Math.max(1, Math.round(picture.height * scale))
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas to draw a photo on')
      context.drawImage(picture, 0, 0, width, height)
      for (const quality of [0.82, 0.7, 0.55]) {
        const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
        if (blob && blob.size <= limit) return { blob, width, height }
      }
    }
  } finally {
    picture.close()
  }
  throw new Error('photo too large even at the smallest size')
}
