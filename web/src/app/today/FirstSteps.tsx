import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OrgFirstStepsResp } from '@sync/gen/api'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { useRefusal } from '@/kit/remote/refusal'
import { theRemote } from '@/kit/remote/remote'
import { useCall } from '@/kit/remote/useCall'
import { Alert, Button } from '@/kit/ui'
import { useWords, type Words } from '@/kit/words/words'
import css from './Today.module.css'

type Step = OrgFirstStepsResp['steps'][number]['step']

/** What each of the first steps is called, why it counts, and the page where it is done. */
export const steps: Record<Step, { label: Words; why: Words; to: string }> = {
  warehouse: { label: msg`Warehouse with doors`, why: msg`Loads leave from there.`, to: '/ManageWarehouses' },
  carriers: { label: msg`Carriers`, why: msg`Added where a carrier is chosen.`, to: '/Prepaid' },
  users: { label: msg`Users`, why: msg`Office, dock and audit.`, to: '/ManageUsers' },
  items: { label: msg`Item master`, why: msg`Weights, classes and hazmat fill in by themselves.`, to: '/ManageItems' },
  orders: { label: msg`Order file`, why: msg`Upload one; its columns are remembered.`, to: '/OpenOrders' },
  prefix: { label: msg`GS1 company prefix`, why: msg`BOL and pallet numbers begin with it.`, to: '/Mobile' },
  printer: { label: msg`Printer`, why: msg`Documents and pallet labels.`, to: '/Printing' },
  mail: { label: msg`Mail server`, why: msg`Set with LADING_SMTP where the server runs. Printing shows its mails.`, to: '/Printing' },
  shipment: { label: msg`First shipment`, why: msg`From order to signed bill.`, to: '/Prepaid' },
}

/** The list of first steps. It ticks itself, each can be skipped, and it is gone when nothing is left. */
export function FirstSteps() {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const asked = useCall('Org/FirstSteps', undefined, { staleMs: 0, everyMs: () => 30_000 })
  const [trouble, setTrouble] = useState('')
  const [gone, setGone] = useState(false)
  const ending = useRef(false)
  const list = asked.data
  const end = async () => {
    if (ending.current) return
    ending.current = true
    setTrouble('')
    try {
      await theRemote().call('Org/EndFirstSteps', { done: true })
      setGone(true)
    } catch (err) {
      setTrouble(refusal.whole(err))
    } finally {
      ending.current = false
    }
  }
  const complete = list?.complete === true && !list.gone
  const latest = useRef(end)
  latest.current = end
  useEffect(() => {
    if (complete) void latest.current()
  }, [complete])
  if (!list || list.gone || gone) return null
  const skip = async (step: Step, skipped: boolean) => {
    setTrouble('')
    try {
      await theRemote().call('Org/SkipStep', { step, skipped })
      asked.remote.again()
    } catch (err) {
      setTrouble(refusal.whole(err))
    }
  }
  const left = list.steps.filter((s) => !s.done && !s.skipped).length
  return (
    <section className={css.part} aria-labelledby="first-steps">
      <div className={css.row}>
        <h2 id="first-steps">
          <Trans>Getting started</Trans>
        </h2>
        <span className={css.quiet}>{t`${left} of ${list.steps.length} left`}</span>
      </div>
      {trouble && (
        <Alert color="red" role="alert">
          {trouble}
        </Alert>
      )}
      <ol className={css.steps}>
        {list.steps.map(({ step, done, skipped }) => (
          <li key={step} data-done={done}>
            <Icon name={done ? 'check' : 'dot'} />
            <span>
              <Link to={steps[step].to}>{words(steps[step].label)}</Link>
              {done ? ` · ${t`done`}` : skipped ? ` · ${t`skipped`}` : ''}
              <small>{words(steps[step].why)}</small>
            </span>
            {!done && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={skipped ? t`Resume: ${words(steps[step].label)}` : t`Skip: ${words(steps[step].label)}`}
                onClick={() => void skip(step, !skipped)}
              >
                {skipped ? <Trans>Resume</Trans> : <Trans>Skip</Trans>}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <div className={css.row}>
        <Button variant="default" onClick={() => void end()}>
          <Trans>Hide this list</Trans>
        </Button>
        <a href="#samples">
          <Trans>Try it out with sample data</Trans>
        </a>
      </div>
    </section>
  )
}
