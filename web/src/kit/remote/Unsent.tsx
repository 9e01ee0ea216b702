import { Plural } from '@lingui/react/macro'

/** What this device holds and the server has not got yet, in one sentence or two. */
export function Unsent({ waiting, files }: { waiting: number; files: number }) {
  return (
    <>
      {waiting > 0 && <Plural value={waiting} one="# action is not sent yet." other="# actions are not sent yet." />}
      {waiting > 0 && files > 0 && ' '}
      {files > 0 && <Plural value={files} one="# photo or document is not sent yet." other="# photos and documents are not sent yet." />}
    </>
  )
}
