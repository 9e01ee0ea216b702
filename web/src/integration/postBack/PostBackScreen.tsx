import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { IntegrationPostBackShown } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { useLocale } from '@/kit/format/Formats'
import { dateTime } from '@/kit/format/time'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Modal, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { postBacks } from './postBacks'

/** Page 45: which systems are told of shipments, of what, and with which key. */
export function PostBackScreen() {
  const { t } = useLingui()
  const words = useWords()
  const locale = useLocale()
  const [shown, setShown] = useState<{ name: string; key: string; until: string | null }>()
  const of = useMemo(() => postBacks(words), [words])
  const actions = useMemo(() => {
    const make = async (p: IntegrationPostBackShown, EndFormer: boolean) => {
      const { Key, FormerUntil } = await call('Integration/NewPostBackKey', { Id: p.PostBackId, EndFormer })
      setShown({ name: p.Name, key: Key, until: FormerUntil })
    }
    return [
      { label: msg`New key`, run: (p: IntegrationPostBackShown) => make(p, false) },
      {
        label: msg`New key, end the former at once`,
        when: (p: IntegrationPostBackShown) => p.Keyed,
        run: (p: IntegrationPostBackShown) => make(p, true),
      },
    ]
  }, [])
  return (
    <>
      <ResourceScreen of={of} actions={actions} />
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title={t`Key of ${shown?.name ?? ''}`}>
        <p>
          <Trans>Copy it to the other system now: it is not shown again. Messages are signed with it from this moment on.</Trans>{' '}
          {shown?.until && <Trans>Until {dateTime(shown.until, locale)} they are signed with the former key as well.</Trans>}
        </p>
        <TextInput readOnly label={t`Key`} value={shown?.key ?? ''} onFocus={(e) => e.currentTarget.select()} />
      </Modal>
    </>
  )
}
