import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Bill } from '@/document/public'
import { feedback } from '@/kit/feedback/feedback'
import { Trouble } from '@/kit/feedback/Trouble'
import { enterSendsNothing } from '@/kit/scan/useScan'
import { SignaturePad } from '@/kit/signature/SignaturePad'
import { isEmpty, type Strokes } from '@/kit/signature/strokes'
import { Button, TextInput } from '@/kit/ui'
import { useBegun } from '../load/kept'
import { aboard, type Load, type Pallet } from '../load/load'
import css from './Sign.module.css'
import { certify } from './save'
import type { ShipperSigns } from './shipperFirst'

interface ShipperFormProps {
  load: Load
  pallets: Pallet[]
  bill: Bill | undefined
  language: string
  why: NonNullable<ShipperSigns>
}

/** The shipper's signature: the certificate on a load of hazardous materials (49 CFR 172.204), and section 7 of a collect bill. It is signed before the driver signs, and is taken back when the load changes after it. */
export function ShipperForm({ load, pallets, bill, language, why }: ShipperFormProps) {
  const { t } = useLingui()
  const {
    now: typed,
    latest,
    keep,
    drop,
  } = useBegun<{ name: string; drawn: Strokes | null }>(`certify.${load.id}`, { name: '', drawn: null })
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState('')
  if (load.certificate)
    return (
      <p className={css.of} role="status">
        {why === 'hazmat' ? (
          <Trans>Certified by the shipper: {load.certificate.by}</Trans>
        ) : (
          <Trans>Signed by the shipper: {load.certificate.by}</Trans>
        )}
      </p>
    )
  if (!open)
    return (
      <div className={css.hazmat} role="note">
        {why === 'hazmat' && <Trans>Hazardous materials: the shipper certifies first, then the driver signs.</Trans>}
        {why === 'section-7' && <Trans>Section 7: the shipper signs first, then the driver signs.</Trans>}
        {why === 'version' && <Trans>If the shipper signed the version before, the shipper signs this one first.</Trans>}{' '}
        <Button variant="default" onClick={() => setOpen(true)}>
          <Trans>Shipper signs</Trans>
        </Button>
      </div>
    )
  const noName = typed.name.trim() === ''
  const noStrokes = isEmpty(typed.drawn)
  const save = async () => {
    setAsked(true)
    setTrouble('')
    if (noName || noStrokes) {
      feedback('bad')
      return
    }
    setSaving(true)
    try {
      const { name, drawn } = latest()
      await certify({ load, bill, name, language, drawn, counted: aboard(pallets) })
      feedback('good')
      drop()
      setOpen(false)
    } catch (err) {
      console.error('a certificate was not kept', err)
      setTrouble(t`The signature could not be kept on this tablet. Nothing was signed. Try again.`)
    }
    setSaving(false)
  }
  return (
    <form
      className={css.form}
      onKeyDown={enterSendsNothing}
      onSubmit={(e) => {
        e.preventDefault()
        void save()
      }}
    >
      {why === 'hazmat' && <p lang="en">{shipperCertificate}</p>}
      {bill?.noRecourse && <p lang="en">{sectionSeven}</p>}
      <SignaturePad
        label={t`The shipper signs here`}
        value={typed.drawn}
        onChange={(drawn) => keep({ ...typed, drawn })}
        disabled={saving}
        error={asked && noStrokes ? t`Your signature is missing.` : undefined}
      />
      <div className={css.last}>
        <TextInput
          className={css.name}
          label={t`Shipper's name`}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="words"
          value={typed.name}
          error={asked && noName ? t`Your name is missing.` : undefined}
          onChange={(e) => keep({ ...typed, name: e.currentTarget.value })}
        />
        <Button type="submit" loading={saving}>
          {why === 'hazmat' ? <Trans>Certify</Trans> : <Trans>Sign</Trans>}
        </Button>
      </div>
      <Trouble>{trouble}</Trouble>
    </form>
  )
}

/** The wording of 49 CFR 172.204(a)(1), which may not be changed; it stands on the form in the same words. */
const shipperCertificate =
  'This is to certify that the above-named materials are properly classified, described, packaged, marked and labeled, and are in proper condition for transportation according to the applicable regulations of the Department of Transportation.'

/** What the shipper signs on a bill without recourse, as the form has it. */
const sectionSeven = 'The carrier shall not make delivery of this shipment without payment of freight and all other lawful charges.'
