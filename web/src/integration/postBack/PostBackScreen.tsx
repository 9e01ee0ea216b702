import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { IntegrationPostBack } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Modal, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { postBacks } from './postBacks'

/** Page 45: which systems are told of shipments, of what, and with which key. */
export function PostBackScreen() {
  const { t } = useLingui()
  const words = useWords()
  const [shown, setShown] = useState<{ name: string; key: string }>()
  const of = useMemo(() => postBacks(words), [words])
  const actions = useMemo(
    () => [
      {
        label: msg`New key`,
        run: async (p: IntegrationPostBack) => {
          const { Key } = await call('Integration/NewPostBackKey', { Id: p.PostBackId })
          setShown({ name: p.Name, key: Key })
        },
      },
    ],
    [],
  )
  return (
    <>
      <ResourceScreen of={of} actions={actions} />
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title={t`Key of ${shown?.name ?? ''}`}>
        <p>
          <Trans>Copy it to the other system now: it is not shown again. Messages are signed with it from this moment on.</Trans>
        </p>
        <TextInput readOnly label={t`Key`} value={shown?.key ?? ''} onFocus={(e) => e.currentTarget.select()} />
      </Modal>
    </>
  )
}
