import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { addWeights, type Bill, BillView } from '@/document/public'
import { feedback } from '@/kit/feedback/feedback'
import { Trouble } from '@/kit/feedback/Trouble'
import { late } from '@/kit/later/late'
import { enterSendsNothing } from '@/kit/scan/useScan'
import { SignaturePad } from '@/kit/signature/SignaturePad'
import { isEmpty, type Strokes } from '@/kit/signature/strokes'
import { Button, Modal, NumberInput, TextInput } from '@/kit/ui'
import { useBegun } from '../load/kept'
import { aboard, exceptionsOf, isLeft, type Load, onTruck, type Pallet } from '../load/load'
import { useDrivers } from '../load/useRows'
import { TakePhotos } from '../photos/TakePhotos'
import { usePhotosAtWork } from '../photos/usePhotosAtWork'
import { notAName } from '../scan/meant'
import { Facts } from './Facts'
import { NobodyThere } from './NobodyThere'
import css from './Sign.module.css'
import { saveSignature } from './save'

const PhonePanel = late(() => import('../phone/PhonePanel').then((m) => m.PhonePanel), null)

interface SignFormProps {
  load: Load
  pallets: Pallet[]
  /** Undefined where the shipment itself has not come to this device: the load is signed by its count then. */
  bill: Bill | undefined
  language: string
  consent: string
  reading: boolean
  onRead: (open: boolean) => void
  /** The code for the driver's own phone is open over the screen. */
  phone: boolean
  onPhone: (open: boolean) => void
  /** The shipper signs before the driver, and has not yet. */
  waits: boolean
}

interface Typed {
  name: string
  drawn: Strokes | null
  /** The driver's own count, where it differs. */
  own: { pallets: number; pieces: number; photos?: string[] } | null
}

/** What is signed, and the place to sign it. Every stroke is kept at once: a call or a flat battery loses nothing. */
export function SignForm({ load, pallets, bill, language, consent, reading, onRead, phone, onPhone, waits }: SignFormProps) {
  const { t } = useLingui()
  const names = useId()
  const drivers = useDrivers(load)
  const { now: typed, latest, keep, drop } = useBegun<Typed>(`sign.${load.id}`, { name: load.driverName, drawn: null, own: null })
  const atWork = usePhotosAtWork()
  const [asked, setAsked] = useState(false)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState('')

  const on = aboard(pallets)
  const scanned = pallets.length > 0 ? { pallets: on.pallets, pieces: on.pieces } : { pallets: load.totalPallets, pieces: load.pieces }
  const weight =
    on.pallets < pallets.length ? pallets.filter(onTruck).reduce((w, p) => addWeights(w, p.weight), { milli: 0, unit: '' }) : load.weight
  const counted = typed.own ?? scanned
  const notes = exceptionsOf(pallets)
  const stay = pallets.filter(isLeft).length
  const noName = typed.name.trim() === ''
  const label = notAName(typed.name)
  const noStrokes = isEmpty(typed.drawn)
  const noPieces = counted.pieces <= 0
  const noneAboard = scanned.pieces <= 0

  const keepOwn = (change: (own: NonNullable<Typed['own']>) => Partial<NonNullable<Typed['own']>>) =>
    keep((now) => (now.own ? { ...now, own: { ...now.own, ...change(now.own) } } : now))

  const sign = async () => {
    setAsked(true)
    setTrouble('')
    if (noName || label || noStrokes || noPieces) {
      feedback('bad')
      if (noName || label) document.getElementById('signed-by')?.focus()
      return
    }
    setSaving(true)
    try {
      if (!(await atWork.settled())) return setSaving(false) // the person reads why a photo was not kept
      const { name, drawn, own } = latest()
      await saveSignature({ load, pallets, bill, name, language, drawn, counted: own ?? scanned })
      feedback('good')
      drop()
    } catch (err) {
      console.error('a signature was not kept', err)
      setTrouble(t`The signature could not be kept on this tablet. Nothing was signed. Try again.`)
      setSaving(false)
    }
  }

  return (
    <div>
      <p className={css.of}>
        {load.carrierName || load.carrier}
        {load.trailer && (
          <>
            {' · '}
            <Trans>trailer {load.trailer}</Trans>
          </>
        )}
        {' · '}
        <Trans>
          to {load.consignee}, {load.city} {load.region}
        </Trans>
      </p>
      <Facts pallets={scanned.pallets} pieces={scanned.pieces} weight={weight} seal={load.seal} hazmat={load.hazmat} />
      {load.state !== 'loaded' && (
        <p className={css.hazmat} role="note">
          <Trans>The trailer has not been closed yet.</Trans>{' '}
          <Link className={css.link} to="/eSignBOL/load/$id" params={{ id: load.id }}>
            <Trans>Back to loading</Trans>
          </Link>
        </p>
      )}
      {load.nobody && (
        <p className={css.hazmat} role="note">
          <span lang="en">{load.nobody}</span> · <Trans>It stays on the bill.</Trans>
        </p>
      )}
      <div className={css.statement}>
        <div className={css.words}>
          <p>
            {notes.short + notes.damaged + notes.over + stay === 0 && !typed.own ? (
              <Trans>I picked up what is written above, in apparent good order.</Trans>
            ) : (
              <>
                <Trans>I picked up what is written above, in apparent good order, except:</Trans>{' '}
                <strong>
                  {[
                    notes.short > 0 && t`${notes.short} short`,
                    notes.damaged > 0 && t`${notes.damaged} damaged`,
                    notes.over > 0 && t`${notes.over} over`,
                    stay > 0 && t`${stay} not loaded`,
                    typed.own &&
                      t`my own count is ${plural(typed.own.pallets, { one: '# pallet', other: '# pallets' })}, ${plural(typed.own.pieces, { one: '# piece', other: '# pieces' })}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </strong>
              </>
            )}
          </p>
          <p className={css.consent}>{consent}</p>
          {!bill && (
            <p>
              <Trans>The whole bill is not on this tablet yet.</Trans>
            </p>
          )}
        </div>
        <Button variant="default" onClick={() => onRead(true)} disabled={!bill}>
          <Trans>Read the bill</Trans>
        </Button>
        <Button variant="default" onClick={() => onPhone(true)} disabled={!bill || noneAboard || waits}>
          <Trans>On my own phone</Trans>
        </Button>
      </div>

      {waits ? (
        <p className={css.of} role="status">
          <Trans>The driver signs here once the shipper has signed above.</Trans>
        </p>
      ) : (
        <form
          className={css.form}
          onSubmit={(e) => {
            e.preventDefault()
            void sign()
          }}
        >
          <SignaturePad
            label={t`Sign here, with a finger`}
            value={typed.drawn}
            onChange={(drawn) => keep((now) => ({ ...now, drawn }))}
            disabled={saving}
            error={asked && noStrokes ? t`Your signature is missing.` : undefined}
          />
          {typed.own && (
            <fieldset className={css.own}>
              <legend>
                <Trans>What I counted</Trans>
              </legend>
              <NumberInput
                label={t`Pallets`}
                inputMode="numeric"
                min={0}
                allowDecimal={false}
                value={typed.own.pallets}
                onChange={(v) => keepOwn(() => ({ pallets: Number(v) || 0 }))}
              />
              <NumberInput
                label={t`Pieces`}
                inputMode="numeric"
                min={0}
                allowDecimal={false}
                value={typed.own.pieces}
                error={asked && noPieces ? t`At least one piece.` : undefined}
                onChange={(v) => keepOwn(() => ({ pieces: Number(v) || 0 }))}
              />
              <div className={css.shown}>
                <TakePhotos
                  warehouse={load.warehouse}
                  photos={typed.own.photos ?? []}
                  most={10}
                  atWork={atWork}
                  onChange={(change) => keepOwn((own) => ({ photos: change(own.photos ?? []) }))}
                  otherwise={t`The photo could not be kept on this tablet. Your count stands without it.`}
                />
              </div>
              <Button variant="default" onClick={() => keep((now) => ({ ...now, own: null }))}>
                <Trans>I agree after all</Trans>
              </Button>
            </fieldset>
          )}
          <div className={css.last}>
            <TextInput
              id="signed-by"
              className={css.name}
              label={t`Name`}
              list={names}
              maxLength={80}
              autoComplete="off"
              autoCapitalize="words"
              value={typed.name}
              error={label ? t`This is a label’s number, not a name.` : asked && noName ? t`Your name is missing.` : undefined}
              onChange={({ currentTarget: { value } }) => keep((now) => ({ ...now, name: value }))}
              onKeyDown={enterSendsNothing} // a scanner's Enter signs nothing
            />
            <datalist id={names}>
              {drivers?.map((d) => (
                <option key={d.id} value={d.name} />
              ))}
            </datalist>
            <NobodyThere load={load} />
            {!typed.own && (
              <Button variant="default" onClick={() => keep((now) => ({ ...now, own: { ...scanned } }))}>
                <Trans>I disagree</Trans>
              </Button>
            )}
            <Button type="submit" className={css.sign} loading={saving}>
              <Trans>Sign</Trans>
            </Button>
          </div>
          {asked && noPieces && !typed.own && (
            <Trouble>
              <Trans>Nothing is on the trailer: there is nothing to sign for.</Trans>
            </Trouble>
          )}
          <Trouble>{trouble}</Trouble>
        </form>
      )}

      <Modal
        opened={reading && bill !== undefined}
        onClose={() => onRead(false)}
        title={t`The bill`}
        fullScreen
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        {bill && <BillView bill={bill} />}
      </Modal>
      {phone && bill && !noneAboard && !waits && (
        <PhonePanel
          load={load}
          pallets={pallets}
          bill={bill}
          shown={{
            bol: load.bol,
            carrier: load.carrierName,
            trailer: load.trailer,
            seal: load.seal,
            to: `${load.consignee}, ${load.city} ${load.region}`.trim(),
            ...scanned,
            weight,
            hazmat: load.hazmat,
            exceptions: bill.exceptions,
            driverName: load.driverName,
            bill,
          }}
          onClose={() => onPhone(false)}
        />
      )}
    </div>
  )
}
