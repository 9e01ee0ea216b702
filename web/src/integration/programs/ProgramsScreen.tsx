import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { AccessApplicationShown, AccessSecretResp } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { defineList } from '@/kit/list/defineList'
import { ListScreen } from '@/kit/list/ListScreen'
import { useAct } from '@/kit/remote/useAct'
import { useCall } from '@/kit/remote/useCall'
import { type Hue, StatusBadge } from '@/kit/status/StatusBadge'
import { Button, Modal, TextInput } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import { Copied } from './Copied'
import { newSecret } from './newSecret'
import { ProgramDialog } from './ProgramDialog'

type Program = AccessApplicationShown

const live = (p: Program) => !p.endedAt && !(p.until && p.until < new Date().toISOString().slice(0, 10))
const states: Record<'live' | 'new' | 'ended', { hue: Hue; label: Words }> = {
  live: { hue: 'good', label: msg`Active` },
  new: { hue: 'attention', label: msg`No secret yet` },
  ended: { hue: 'stopped', label: msg`Ended` },
}
const stateOf = (p: Program) => states[!live(p) ? 'ended' : p.secretShownAt ? 'live' : 'new']

/** The programs that come in by a secret of their own: what each may do, who made it, when it last came in. */
export function ProgramsScreen() {
  const { t } = useLingui()
  const words = useWords()
  const { act } = useAct()
  const got = useCall('Access/Applications', undefined, { staleMs: 0 })
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState<AccessSecretResp & { name: string }>()
  const spec = useMemo(
    () =>
      defineList<Program>({
        name: 'programs',
        title: msg`Programs`,
        columns: [
          { key: 'name', label: msg`Name`, phone: true, width: 180 },
          {
            key: 'state',
            label: msg`Status`,
            value: (p) => words(stateOf(p).label),
            cell: (p) => <StatusBadge {...stateOf(p)} />,
            phone: true,
            width: 130,
          },
          {
            key: 'scopes',
            label: msg`Scopes`,
            value: (p) => p.scopes?.join(', ') ?? words(msg`All that its user may do`),
            phone: true,
            width: 280,
          },
          { key: 'byName', label: msg`Acts for`, phone: true, width: 150 },
          { key: 'usedAt', label: msg`Last use`, as: 'dateTime', phone: true, width: 150 },
          { key: 'createdAt', label: msg`Created`, as: 'dateTime', width: 150 },
          { key: 'until', label: msg`Last day`, as: 'day', width: 120 },
          { key: 'endedAt', label: msg`Ended`, as: 'dateTime', width: 150 },
          { key: 'clientId', label: msg`Client ID`, as: 'identifier', width: 240, hidden: true },
        ],
        filters: ['state', 'byName'],
        hue: (p) => (live(p) ? undefined : 'stopped'),
        actions: [
          {
            label: msg`New secret`,
            hard: true,
            when: (p) => p.mine && live(p),
            run: (p) =>
              act(async () => {
                const secret = await newSecret(p)
                if (secret) setShown({ ...secret, name: p.name })
              }),
          },
          { label: msg`End`, hard: true, when: (p) => !p.endedAt, run: (p) => call('Access/EndApplication', { id: p.id }) },
        ],
        empty: msg`No programs yet. A program is another system that makes calls, such as an ERP.`,
      }),
    [words, act],
  )
  return (
    <>
      <ListScreen spec={spec} rows={got.data} remote={got.remote}>
        <Button onClick={() => setMaking(true)}>
          <Trans>New program</Trans>
        </Button>
      </ListScreen>
      {making && (
        <ProgramDialog
          onClose={() => setMaking(false)}
          onMade={(p) => {
            setMaking(false)
            void act(async () => setShown({ ...(await call('Access/RotateApplication', { id: p.id })), name: p.name }))
          }}
        />
      )}
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t`Secret of ${shown?.name ?? ''}`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <p>
          <Trans>Copy both to the other system now: the secret is not shown again. A former secret no longer counts.</Trans>
        </p>
        <TextInput readOnly label={t`Client ID`} value={shown?.clientId ?? ''} onFocus={(e) => e.currentTarget.select()} mb="sm" />
        <p>
          <Trans>Secret</Trans>
        </p>
        <Copied text={shown?.clientSecret ?? ''} name={t`Secret`} />
      </Modal>
    </>
  )
}
