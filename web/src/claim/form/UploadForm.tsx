import type { ClaimFormFieldsResp } from '@sync/gen/api'
import { upload } from '@sync/transfer'
import { type ReactNode, useRef, useState } from 'react'
import { useAct } from '@/kit/remote/useAct'
import { Button } from '@/kit/ui'

/** A button that takes one PDF and hands on which fields it has. */
export function UploadForm({
  label,
  main,
  take,
}: {
  label: ReactNode
  main?: boolean
  take: (file: ClaimFormFieldsResp) => Promise<unknown>
}) {
  const { act } = useAct()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const send = async (file: File) => {
    setBusy(true)
    await act(async () => take(await upload('Claim/UploadForm', undefined, [file])))
    setBusy(false)
  }
  return (
    <>
      <Button variant={main ? 'filled' : 'default'} loading={busy} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept="application/pdf,.pdf"
        data-testid="claim-form"
        onChange={(e) => {
          const file = e.currentTarget.files?.[0]
          e.currentTarget.value = ''
          if (file) void send(file)
        }}
      />
    </>
  )
}
