import { Trans, useLingui } from '@lingui/react/macro'
import type { OpShown } from '@sync/gen/api'
import { useState } from 'react'
import { Screen } from '@/kit/layout/Screen'
import { useCall } from '@/kit/remote/useCall'
import { Alert, TextInput } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import { Copied } from './Copied'
import { curlOf, tokenCommand } from './curl'
import css from './Programs.module.css'

const most = 60 // that are listed at a time: nobody reads more, and the search finds the others

function Call({ call }: { call: OpShown }) {
  const { t } = useLingui()
  const [key, setKey] = useState<string>() // while it is open; what is opened anew is another thing to do
  return (
    <li>
      <details onToggle={(e) => setKey(e.currentTarget.open ? crypto.randomUUID() : undefined)}>
        <summary>
          <strong>{call.Path}</strong>
          <span className={css.quiet}>{call.Method}</span>
          <span className={css.quiet}>{call.Scope}</span>
        </summary>
        {key && <Copied text={curlOf(call, location.origin, key)} name={t`Command for ${call.Path}`} />}
      </details>
    </li>
  )
}

/** The calls that a program of one's own can make, each as a command with an example of its request. */
export function CallsScreen() {
  const { t } = useLingui()
  const words = useWords()
  const got = useCall('Access/Calls', undefined)
  const [find, setFind] = useState('')
  const parts = find.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (got.data ?? []).filter((c) => {
    const text = `${c.Path} ${c.Scope} ${c.Example}`.toLowerCase()
    return parts.every((p) => text.includes(p))
  })
  const left = found.length - most
  return (
    <Screen
      title={t`API calls`}
      below={
        <>
          <Trans>
            The values are examples: replace them. A command that is repeated with the same KEY does nothing twice: to do something else,
            change KEY.
          </Trans>{' '}
          <a href="/api/openapi.json">OpenAPI</a>
        </>
      }
    >
      {got.remote.refused !== undefined && (
        <Alert color="red" role="alert">
          {words(got.remote.refused)}
        </Alert>
      )}
      <p className={css.quiet}>
        <Trans>
          First put the client ID and the secret of a program into CLIENT_ID and CLIENT_SECRET and get a token. It counts for a few minutes:
          get another when a call is refused with 401.
        </Trans>
      </p>
      <Copied text={tokenCommand(location.origin)} name={t`Command for a token`} />
      <TextInput
        type="search"
        label={t`Find by path, scope or field`}
        value={find}
        onChange={(e) => setFind(e.currentTarget.value)}
        maw={420}
      />
      {got.loading && <p aria-busy="true" />}
      {got.data && (
        <p role="status" className={css.quiet}>
          {found.length === 0 ? <Trans>No call has all of these words.</Trans> : <Trans>Calls: {found.length}</Trans>}
        </p>
      )}
      <ul className={css.calls}>
        {found.slice(0, most).map((c) => (
          <Call key={c.Path} call={c} />
        ))}
      </ul>
      {left > 0 && (
        <p className={css.quiet}>
          <Trans>{left} more: narrow the search.</Trans>
        </p>
      )}
    </Screen>
  )
}
