import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask } from '@/kit/guest/ask'
import { Field } from '@/kit/guest/Field'
import { kept } from '@/kit/guest/kept'
import { useAnswer } from '@/kit/guest/useAnswer'
import type { Link } from '@/kit/guest/useLink'
import css from './Carrier.module.css'
import { draftKey, held, type Load, refusals, type Typed } from './portal'
import { Sending } from './Sending'

/** Who used this device last: a name is typed once. */
export const lastName = (scac: string) => kept.read<string>(`lading.carrier.${scac}.name`) ?? ''
export const keepName = (scac: string, name: string) => kept.write(`lading.carrier.${scac}.name`, name)

interface Given {
  pro: string
  name: string
}

/** The carrier's own number of the load, given or corrected while the load is not delivered. */
export function ProForm({ load, link, scac }: { load: Load; link: Link<Load>; scac: string }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState(false)
  const nothing: Typed<Given> = { given: { pro: load.pro, name: lastName(scac) }, waiting: false, at: 0 }
  const work = useAnswer<Typed<Given>, Load>({
    key: draftKey(scac, load.id, 'pro'),
    nothing,
    link,
    later: true,
    send: async ({ given }) => {
      const now = await ask('CarrierPortal/GivePRO', { ...held, ShipmentId: load.id, PRO: given.pro.trim(), Name: given.name.trim() })
      keepName(scac, given.name.trim())
      return now
    },
    onTaken: () => setDone(true),
  })
  if (!['T', 'M', 'A'].includes(load.statuscode)) return null
  const g = work.draft.at > 0 ? work.draft.given : nothing.given
  const set = (part: Partial<Given>) => {
    setDone(false)
    work.type({ given: { ...g, ...part } })
  }
  const no = refusals(work.refused?.fields)
  return (
    <form
      className={`${css.part} ${css.form}`}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        setAsked(true)
        if (g.pro.trim() && g.name.trim()) work.send()
      }}
    >
      <h2>
        <Trans>PRO number</Trans>
      </h2>
      <div className={css.row}>
        <Field label={t`PRO`} error={no.PRO ?? (asked && !g.pro.trim() ? t`Enter your PRO number.` : undefined)}>
          {(wired) => (
            <input
              {...wired}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={30}
              value={g.pro}
              onChange={(e) => set({ pro: e.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={t`Your name`} error={asked && !g.name.trim() ? t`Your name is missing.` : undefined}>
          {(wired) => (
            <input {...wired} autoComplete="name" maxLength={80} value={g.name} onChange={(e) => set({ name: e.currentTarget.value })} />
          )}
        </Field>
      </div>
      <Sending work={work} beside={['PRO']} done={done}>
        {load.pro ? <Trans>Change PRO</Trans> : <Trans>Send PRO</Trans>}
      </Sending>
    </form>
  )
}
