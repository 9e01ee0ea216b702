import { Trans, useLingui } from '@lingui/react/macro'
import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { Field } from '@/kit/guest/Field'
import { MainButton } from '@/kit/guest/MainButton'
import { transitSteps } from '@/kit/words/transitSteps'
import { useWords } from '@/kit/words/words'
import { containerNumber } from '../booking/numbers'
import css from '../guest/Portal.module.css'
import { type Code, type Container, codes, expected, type Named } from './milestone'
import type { Ocean } from './useOcean'

const sizes = ['20FT', '40FT', '40HC', '45HC', '20RF', '40RF', '20OT', '20FR'] as const

interface Texts {
  name: 'when' | 'place' | 'vessel' | 'voyage' | 'note' | 'number' | 'seal' | 'name'
  field: string
  label: string
  hint?: ReactNode
  bad?: string | undefined
  type?: 'datetime-local'
  list?: string
  max?: number
  capitals?: HTMLAttributes<HTMLInputElement>['autoCapitalize']
}

function Text({ portal, name, field, label, hint, bad, type, list, max = 60, capitals }: Texts & { portal: Ocean }) {
  return (
    <Field label={label} hint={hint} error={bad ?? portal.refused?.fields.find((f) => f.field === field)?.message}>
      {(wired) => (
        <input
          {...wired}
          type={type}
          list={list}
          autoCapitalize={capitals}
          autoComplete={name === 'name' ? 'name' : 'off'}
          maxLength={max}
          value={portal.draft[name]}
          onChange={(e) => portal.type({ [name]: e.currentTarget.value })}
        />
      )}
    </Field>
  )
}

/** What happened to a container, or is expected to. Kept on the device with every key; sent without a signal, it goes out by itself later. */
export function MilestoneForm({ portal, of: c }: { portal: Ocean; of: Container }) {
  const { t } = useLingui()
  const words = useWords()
  const [asked, setAsked] = useState(false)
  const { draft: d, type } = portal
  const missing = (value: string) => (asked && !value.trim() ? t`Fill this in.` : undefined)
  const port = portal.ports.find((p) => p.code === d.place.trim().toUpperCase())
  return (
    <Frame
      portal={portal}
      title={d.corrects ? <Trans>Correct a milestone of {c.number}</Trans> : <Trans>Milestone of {c.number}</Trans>}
      ready={() => {
        setAsked(true)
        return d.when !== '' && d.name.trim() !== ''
      }}
    >
      <Field label={t`Milestone`} error={portal.refused?.fields.find((f) => f.field === 'Code')?.message}>
        {(wired) => (
          <select
            {...wired}
            value={d.code}
            onChange={(e) => {
              const code = e.currentTarget.value as Code // the options are the codes
              type({ code, estimated: d.estimated && expected.includes(code) })
            }}
          >
            {codes.map((code) => (
              <option key={code} value={code}>
                {words(transitSteps[code])}
              </option>
            ))}
          </select>
        )}
      </Field>
      {expected.includes(d.code) && (
        <label className={css.check}>
          <input type="checkbox" checked={d.estimated} onChange={(e) => type({ estimated: e.currentTarget.checked })} />{' '}
          <Trans>Expected, not happened yet (ETA)</Trans>
        </label>
      )}
      <div className={`${css.row} ${css.wide}`}>
        <Text
          portal={portal}
          name="place"
          field="Place"
          label={t`Place`}
          list="ports"
          hint={port?.name ?? <Trans>UN/LOCODE or name</Trans>}
        />
        <Text
          portal={portal}
          name="when"
          field="EventAt"
          label={t`When`}
          type="datetime-local"
          hint={<Trans>local time of the place</Trans>}
          bad={missing(d.when)}
        />
      </div>
      <div className={css.row}>
        <Text portal={portal} name="vessel" field="Vessel" label={t`Vessel`} />
        <Text portal={portal} name="voyage" field="Voyage" label={t`Voyage`} max={20} />
      </div>
      <Text portal={portal} name="note" field="Note" label={t`Note`} max={300} />
      <Text portal={portal} name="name" field="ContactName" label={t`Your name`} max={80} bad={missing(d.name)} />
    </Frame>
  )
}

/** In which container a load goes. */
export function ContainerForm({ portal }: { portal: Ocean }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState(false)
  const { draft: d, type } = portal
  const read = containerNumber(d.number)
  const wrong =
    read && !read.fits
      ? t`The check digit does not fit. Compare it with the container.`
      : asked && !read
        ? t`A container number has 4 letters and 7 digits, as CSQU 305438 3.`
        : undefined
  return (
    <Frame
      portal={portal}
      title={<Trans>Container</Trans>}
      ready={() => {
        setAsked(true)
        return read?.fits === true && d.name.trim() !== ''
      }}
    >
      <div className={css.row}>
        <Text
          portal={portal}
          name="number"
          field="ContainerNumber"
          label={t`Container number`}
          max={20}
          capitals="characters"
          bad={wrong}
        />
        <Field label={t`Size`}>
          {(wired) => (
            // The options are the sizes.
            <select {...wired} value={d.size} onChange={(e) => type({ size: e.currentTarget.value as Named['Size'] })}>
              {sizes.map((s) => (
                <option key={s}>{s}</option>
              ))}
            </select>
          )}
        </Field>
        <Text portal={portal} name="seal" field="Seal" label={t`Seal`} max={30} />
      </div>
      <Text
        portal={portal}
        name="name"
        field="ContactName"
        label={t`Your name`}
        max={80}
        bad={asked && !d.name.trim() ? t`Fill this in.` : undefined}
      />
    </Frame>
  )
}

function Frame({ portal, title, ready, children }: { portal: Ocean; title: ReactNode; ready: () => boolean; children: ReactNode }) {
  const { draft: d } = portal
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        const form = e.currentTarget
        if (ready()) portal.send()
        else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      }}
    >
      <h4>{title}</h4>
      {children}
      {portal.refused && (
        <p role="alert" className={css.bad}>
          {portal.refused.said}
        </p>
      )}
      <p role="status" className={css.kept}>
        {d.waiting ? (
          <strong>
            <Trans>Not sent yet: there is no connection. It goes out by itself as soon as there is one; keep this page open.</Trans>
          </strong>
        ) : (
          portal.lost && <Trans>No connection. Nothing was sent; what you typed is still here.</Trans>
        )}
      </p>
      <MainButton type="submit" disabled={portal.sending}>
        <Trans>Send</Trans>
      </MainButton>
      {!portal.sending && !d.waiting && (
        <button type="button" className={css.go} onClick={portal.drop}>
          <Trans>Discard</Trans>
        </button>
      )}
    </form>
  )
}
