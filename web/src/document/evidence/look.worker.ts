import { type Device, lookAt } from './chain'

/** A part of a chain, looked at beside the screen and beside the other parts. */
addEventListener('message', ({ data }: MessageEvent<{ text: Uint8Array; devices: Device[] }>) => {
  void lookAt(data.text, data.devices, false).then((answer) => postMessage(answer))
})
