import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import type { IntegrationCredentials, IntegrationTransferShown } from '@sync/gen/api'
import { useMemo, useState } from 'react'
import { useCall } from '@/kit/remote/useCall'
import { ResourceScreen } from '@/kit/resource/ResourceScreen'
import { Staged } from '@/kit/stages/Staged'
import { StageTabs } from '@/kit/stages/StageTabs'
import { Modal, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { CallsScreen } from '../programs/CallsScreen'
import { ProgramsScreen } from '../programs/ProgramsScreen'
import { FilesScreen } from './FilesScreen'
import css from './Setup.module.css'
import { transfers } from './transfers'

export interface SetupSearch {
  view?: 'files' | 'programs' | 'calls'
}

/** Page 51: which systems bring files of orders, with what they sign in, and what became of their files. */
export function SetupScreen({ search, onSearch }: { search: SetupSearch; onSearch: (search: SetupSearch) => void }) {
  const { t } = useLingui()
  const words = useWords()
  const server = useCall('Integration/OrderFileServer', undefined)
  const [shown, setShown] = useState<IntegrationCredentials & { name: string }>()
  const of = useMemo(() => transfers(words), [words])
  const actions = useMemo(
    () => [
      {
        label: msg`New password`,
        run: async (r: IntegrationTransferShown) => {
          const said = await call('Shipment/OrderFileSoruceConfigure', { TransferId: r.TransferId })
          setShown({ ...said, name: r.Name })
        },
      },
    ],
    [],
  )
  const { On, Host, Port, Fingerprint } = server.data ?? {}
  return (
    <>
      <Staged
        above={
          <>
            <StageTabs
              label={t`Integration setup`}
              tabs={[
                { key: 'transfers', label: msg`Transfers`, n: undefined },
                { key: 'files', label: msg`Order files`, n: undefined },
                { key: 'programs', label: msg`Programs`, n: undefined },
                { key: 'calls', label: msg`API calls`, n: undefined },
              ]}
              at={search.view ?? 'transfers'}
              go={(view) => onSearch(view === 'transfers' ? {} : { view })}
            />
            {server.data &&
              search.view !== 'programs' &&
              search.view !== 'calls' &&
              (On ? (
                <dl className={css.server}>
                  <div>
                    <dt>{t`SFTP address`}</dt>
                    <dd>
                      {Host}:{Port}
                    </dd>
                  </div>
                  <div>
                    <dt>{t`Host key`}</dt>
                    <dd>{Fingerprint}</dd>
                  </div>
                </dl>
              ) : (
                <p className={css.off}>
                  <Trans>
                    This server does not take files by SFTP. Whoever runs it sets LADING_SFTP_ADDR, such as :2222, and starts it again.
                  </Trans>
                </p>
              ))}
          </>
        }
      >
        {search.view === 'files' ? (
          <FilesScreen />
        ) : search.view === 'programs' ? (
          <ProgramsScreen />
        ) : search.view === 'calls' ? (
          <CallsScreen />
        ) : (
          <ResourceScreen of={of} actions={actions} />
        )}
      </Staged>
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title={t`Sign-in of ${shown?.name ?? ''}`}>
        <p>
          <Trans>Copy both to the other system now: the password is not shown again. A former password no longer counts.</Trans>
        </p>
        <TextInput readOnly label={t`User name`} value={shown?.username ?? ''} onFocus={(e) => e.currentTarget.select()} />
        <TextInput readOnly label={t`Password`} value={shown?.password ?? ''} onFocus={(e) => e.currentTarget.select()} />
      </Modal>
    </>
  )
}
