import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { ClaimMapped } from '@sync/gen/api'
import { useState } from 'react'
import { DocumentView } from '@/kit/document/DocumentView'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button, Menu, Modal } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { kinds, noRoom } from '../case/words'

/** The newest claims that a preview offers. */
const offered = 15

/** Shows the form as a claim would fill it in, or with the name of each field in it. Nothing is kept. */
export function Preview({ file, maps, name }: { file: string; maps: ClaimMapped[]; name: string }) {
  const { t } = useLingui()
  const words = useWords()
  const { act } = useAct()
  const claims = useCall('Claim/List', { Archived: false }).data
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<{ blob: Blob; why: string[] }>()
  const show = async (ClaimId: string) => {
    setBusy(true)
    await act(async () => {
      const got = await call('Claim/PreviewForm', { FileId: file, ClaimId, Maps: maps })
      const bytes = Uint8Array.from(atob(got.PDF), (c) => c.charCodeAt(0))
      setShown({ blob: new Blob([bytes], { type: 'application/pdf' }), why: noRoom(got).map(words) })
    })
    setBusy(false)
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button loading={busy}>
            <Trans>Preview</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          <Menu.Item onClick={() => void show('')}>
            <Trans>Names of the fields</Trans>
          </Menu.Item>
          {claims && claims.length > 0 && <Menu.Label>{t`Filled in with claim`}</Menu.Label>}
          {claims?.slice(0, offered).map((c) => (
            <Menu.Item key={c.ClaimId} onClick={() => void show(c.ClaimId)}>
              {c.Number} · {words(kinds[c.Kind])} · {c.CarrierName}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t`Preview of ${name}`}
        size="xl"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {shown?.why.map((w) => (
          <Alert key={w} color="yellow" role="status" mb="sm">
            {w}
          </Alert>
        ))}
        {shown && <DocumentView title={name} name={`${name}.pdf`} blob={shown.blob} />}
      </Modal>
    </>
  )
}
