import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Ago } from '@/kit/format/Formats'
import { useCrumb } from '@/kit/layout/crumb'
import { useRefusal } from '@/kit/remote/refusal'
import { type Trouble, theRemote } from '@/kit/remote/remote'
import { useTroubles } from '@/kit/remote/user'
import { Button, Group } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from './AttentionScreen.module.css'
import { actionOf, told } from './actions'

/** What the server did not accept, one by one: what you did, what is so instead, and three ways on. Nothing leaves this list by itself. */
export function AttentionScreen() {
  const { t } = useLingui()
  const troubles = useTroubles()
  useCrumb(t`Needs attention`)
  return (
    <>
      <h1>
        <Trans>Needs attention</Trans>
      </h1>
      {troubles?.length === 0 && (
        <p role="status">
          <Trans>No rejected work.</Trans>
        </p>
      )}
      <ul className={css.list} aria-label={t`Rejected work`}>
        {troubles?.map((trouble) => (
          <Item key={trouble.key} trouble={trouble} />
        ))}
      </ul>
    </>
  )
}

function Item({ trouble }: { trouble: Trouble }) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const head = refusal.headOf(trouble)
  const [working, setWorking] = useState<'again' | 'change' | 'drop'>()
  const [sure, setSure] = useState(false)
  const action = actionOf(trouble.op)
  const differences = trouble.row && action?.compare ? action.compare(trouble.args, trouble.row).filter((d) => d.yours !== d.now) : []

  const doing = async (what: 'again' | 'change' | 'drop', work: () => Promise<unknown>) => {
    setWorking(what)
    try {
      await work()
    } catch (err) {
      refusal.tell(err)
    } finally {
      setWorking(undefined)
    }
  }
  const again = (request: object) => theRemote().submit(trouble.op, request, { answers: trouble.key })

  return (
    <li className={css.item}>
      <h2>{words(told(trouble.op, trouble.args))}</h2>
      <p className={css.when}>
        <Ago at={trouble.at} />
      </p>
      {trouble.kind !== 'parked' && head && <strong>{head}</strong>}
      <p>
        {trouble.kind === 'parked' ? (
          <Trans>This waits behind a rejected step of the same load. Resolve that step first.</Trans>
        ) : (
          refusal.later(trouble)
        )}
      </p>
      {differences.length > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">
                <Trans>Yours</Trans>
              </th>
              <th scope="col">
                <Trans>Now</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map((d) => (
              <tr key={words(d.label)}>
                <th scope="row">{words(d.label)}</th>
                <td>{d.yours}</td>
                <td>{d.now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {sure && (
        <p role="alert">
          <Trans>This step will not be done. The office sees that you discarded it.</Trans>
        </p>
      )}
      <Group gap="sm">
        <Button loading={working === 'again'} onClick={() => void doing('again', () => again(trouble.args))}>
          {t`Retry`}
        </Button>
        {action?.edit && (
          <Button
            variant="default"
            loading={working === 'change'}
            onClick={() =>
              void doing('change', async () => {
                const changed = await action.edit?.(trouble.args, trouble.code)
                if (changed) await again(changed)
              })
            }
          >
            {t`Edit and retry`}
          </Button>
        )}
        <Button
          variant="subtle"
          loading={working === 'drop'}
          onClick={() => (sure ? void doing('drop', () => theRemote().discard(trouble)) : setSure(true))}
        >
          {sure ? t`Yes, discard` : t`Discard`}
        </Button>
      </Group>
    </li>
  )
}
