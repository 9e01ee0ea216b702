import { useLingui } from '@lingui/react/macro'
import { call } from '@sync/call'
import { local } from '@sync/client'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { Icon } from '@/kit/icon/Icon'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import { useRefusal } from '@/kit/remote/refusal'
import { useScan } from '@/kit/scan/useScan'
import { Alert, SegmentedControl } from '@/kit/ui'
import { useWords } from '@/kit/words/words'
import css from '../Packing.module.css'
import { type Kind, kindWords } from './words'

interface AskOrderProps {
  label: string
  /** Where its plan is shown. */
  page: 'ReviewPacking' | 'PackVerify'
  /** Whether one may choose what to pack into; cartons otherwise. */
  kinds?: boolean
}

/**
 * Takes an order's number, typed or scanned, and opens its plan. The server plans it; where there is no connection, a plan that this
 * device has is taken.
 */
export function AskOrder({ label, page, kinds }: AskOrderProps) {
  const { t } = useLingui()
  const words = useWords()
  const refusal = useRefusal()
  const navigate = useNavigate()
  const field = useId()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('carton')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  const open = async (order: string) => {
    const number = order.trim()
    if (!number || busy) return
    setBusy(true)
    setTrouble(undefined)
    try {
      const plan = await planFor(number, kind)
      void navigate(page === 'PackVerify' ? { to: '/PackVerify', search: { plan } } : { to: '/ReviewPacking', search: { plan } })
    } catch (err) {
      feedback('bad')
      setTrouble(refusal.whole(err))
    }
    setBusy(false)
  }
  useScan((read) => {
    setText(read)
    void open(read)
  })
  return (
    <form
      className={css.ask}
      onSubmit={(e) => {
        e.preventDefault()
        void open(text)
      }}
    >
      <label className={css.asked} htmlFor={field}>
        <span>{label}</span>
        <PlainInput
          id={field}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          data-scan-field
        />
      </label>
      {kinds && (
        <SegmentedControl
          aria-label={t`Pack into`}
          value={kind}
          onChange={(v) => setKind(v as Kind) /* one of those below */}
          data={(Object.keys(kindWords) as Kind[]).map((value) => ({ value, label: words(kindWords[value]) }))}
        />
      )}
      <PlainButton type="submit" filled disabled={busy}>
        <Icon name="box" />
        {t`Open the packing`}
      </PlainButton>
      {trouble && (
        <Alert color="red" role="alert" className={css.wide}>
          {trouble}
        </Alert>
      )}
    </form>
  )
}

/** The plan's key. A plan that is being packed here is taken as it stands, without asking. */
async function planFor(number: string, kind: Kind): Promise<string> {
  const here = (await local().packing_plan.where('orderNumber').equalsIgnoreCase(number).toArray()).find(
    (p) => p.kind === kind && p.state !== 'dropped',
  )
  if (here?.state === 'packing') return here.id
  try {
    const { plan } = await call('Cartonization/GetAndBuildPackVerifyOrderData', { OrderNumber: number, Kind: kind })
    return plan.id
  } catch (err) {
    if (here && err instanceof Error && err.name === 'NoContact') return here.id
    throw err
  }
}
