import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { TrackingDossier } from '@sync/gen/api'
import { download, upload } from '@sync/transfer'
import { useRef, useState } from 'react'
import { Part } from '@/kit/detail/DetailScreen'
import { DocumentView } from '@/kit/document/DocumentView'
import { useCan } from '@/kit/remote/can'
import { useAct } from '@/kit/remote/useAct'
import { Button, Modal } from '@/kit/ui'

/** The files of the shipment: arrival notice, delivery order, customs papers. */
export function FilesPart({ unit, again }: { unit: TrackingDossier; again: () => void }) {
  const { t } = useLingui()
  const { act } = useAct()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<{ name: string; blob: Blob }>()
  const [sees, adds] = [useCan('see-documents'), useCan('add-documents')]
  if (!sees) return null
  const show = (DocumentId: string, name: string) =>
    act(async () => {
      const { blob } = await download('NewTrackingAPI/FileDownload', { DocumentId, ShipmentId: '' })
      setShown({ name, blob })
    })
  const add = async (list: File[]) => {
    if (list.length === 0) return
    setBusy(true)
    await act(() => upload('Shipment/FileUpload', { ShipmentId: unit.ShipmentId }, list))
    setBusy(false)
    again()
  }
  return (
    <Part
      title={msg`Files`}
      actions={
        adds && (
          <Button variant="default" size="xs" loading={busy} onClick={() => picker.current?.click()}>
            <Trans>Upload files</Trans>
          </Button>
        )
      }
    >
      {unit.Files.length === 0 && (
        <p>
          <Trans>No attachment yet.</Trans>
        </p>
      )}
      {unit.Files.map((f) => (
        <Button key={f.DocumentId} variant="subtle" size="compact-sm" onClick={() => void show(f.DocumentId, f.Name)}>
          {f.Name}
        </Button>
      ))}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t`Files to upload`}
        onChange={(e) => {
          void add([...(e.currentTarget.files ?? [])])
          e.currentTarget.value = ''
        }}
      />
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.name}
        size="xl"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {shown && <DocumentView title={shown.name} name={shown.name} blob={shown.blob} />}
      </Modal>
    </Part>
  )
}
