import { Trans, useLingui } from '@lingui/react/macro'
import { working } from '@sync/client'
import { send } from '@sync/send'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHold } from '@/kit/busy/useBusy'
import { Trouble } from '@/kit/feedback/Trouble'
import { useKeeping } from '@/kit/feedback/useKeeping'
import { DateTime, Identifier } from '@/kit/format/Formats'
import { tail } from '@/kit/format/identifier'
import { Icon } from '@/kit/icon/Icon'
import { useCrumb } from '@/kit/layout/crumb'
import { takePhoto } from '@/kit/photo/takePhoto'
import { enterSendsNothing } from '@/kit/scan/useScan'
import { Button, Checkbox, Group, TextInput } from '@/kit/ui'
import { useBegun } from '../load/kept'
import { type Driver, isOpen, type Load } from '../load/load'
import { keep as keepPhoto } from '../load/photos'
import { useDrivers, useLoad } from '../load/useRows'
import { PanelFoot } from '../loading/PanelFoot'
import { HeldPhoto } from '../photos/HeldPhoto'
import { usePhotosAtWork } from '../photos/usePhotosAtWork'
import { notAName } from '../scan/meant'
import css from './Driver.module.css'
import { Place } from './Place'

/** Who drives the load: a name that was here before with one tap, a new one with as little typing as the site needs. */
export function DriverScreen({ id }: { id: string }) {
  const load = useLoad(id)
  const drivers = useDrivers(load)
  useCrumb(load?.bol)
  if (load === undefined || drivers === undefined) return <div aria-busy="true" />
  if (load === null || !isOpen(load))
    return (
      <div className={css.nothing} role="status">
        <strong>
          {load ? <Trans>The driver of this load can no longer be changed.</Trans> : <Trans>This load is not on this tablet.</Trans>}
        </strong>
        <Link className={css.link} to="/eSignBOL">
          <Trans>Back to the dock</Trans>
        </Link>
      </div>
    )
  return <DriverForm load={load} drivers={drivers} />
}

interface Typed {
  id: string
  name: string
  licence: string
  phone: string
  front: string
  verified: boolean
}

const nobody: Typed = { id: '', name: '', licence: '', phone: '', front: '', verified: false }

function DriverForm({ load, drivers }: { load: Load; drivers: Driver[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const start = load.driverId
    ? {
        ...nobody,
        id: load.driverId,
        name: load.driverName,
        licence: drivers.find((d) => d.id === load.driverId)?.licence ?? load.driverLicence,
        phone: drivers.find((d) => d.id === load.driverId)?.phone ?? '',
      }
    : nobody
  const { now: typed, latest, keep, drop } = useBegun<Typed>(`driver.${load.id}`, start)
  const atWork = usePhotosAtWork()
  const [asked, setAsked] = useState(false)
  const [trouble, setTrouble] = useState('')
  useHold('form', typed.name !== start.name || typed.licence !== start.licence)
  const missing = typed.name.trim() === ''
  const label = notAName(typed.name)
  const seen = drivers.find((d) => d.id === typed.id)?.verifiedAt

  const choose = (d: Driver) => keep({ ...nobody, id: d.id, name: d.name, licence: d.licence, phone: d.phone, front: d.licenceFront })
  const shoot = async () => {
    setTrouble('')
    let done = () => {}
    try {
      const photo = await takePhoto({
        chosen: () => {
          done = atWork.begin()
        },
      })
      if (!photo) return
      const front = await keepPhoto(photo.blob)
      keep((now) => ({ ...now, front }))
    } catch {
      setTrouble(t`The photo could not be kept on this tablet.`)
      atWork.failed()
    } finally {
      done()
    }
  }
  const { trouble: unkept, keeping } = useKeeping()
  const save = async () => {
    setAsked(true)
    if (missing || label) {
      document.getElementById('driver-name')?.focus()
      return
    }
    if (!(await atWork.settled())) return // the person reads why a photo was not kept
    const typed = latest()
    const kept = await keeping(() =>
      send('Shipment/UpdateDriverDetails', {
        ShipmentId: load.id,
        // Somebody new gets a key here, so that the signature can be tied to it before the server knows of it.
        DriverId: typed.id || working().outbox.newId(),
        Name: typed.name.trim(),
        Licence: typed.licence.trim(),
        LicenceFront: typed.front,
        Verified: typed.verified,
        Phone: typed.phone.trim(),
        Carrier: load.carrier,
      }),
    )
    if (!kept) return
    drop()
    if (load.state === 'loaded') await navigate({ to: '/Sign', search: { load: load.id } })
    else await navigate({ to: '/eSignBOL/arrived/$id', params: { id: load.id } })
  }

  return (
    <div className={css.screen}>
      <h1>
        <Trans>Driver</Trans> · {load.carrierName || load.carrier}
      </h1>
      <p className={css.of}>
        <Trans>
          BOL <Identifier id={load.bol} />
        </Trans>
        {load.door && (
          <>
            {' · '}
            <Trans>Door {load.door}</Trans>
          </>
        )}
      </p>
      <div className={css.halves}>
        <section aria-labelledby="known">
          <h2 id="known">
            <Trans>Known drivers</Trans>
          </h2>
          {drivers.length === 0 && (
            <p className={css.quiet}>
              <Trans>No drivers of this carrier yet. Each one is kept from the first visit.</Trans>
            </p>
          )}
          <ul className={css.known}>
            {drivers.slice(0, 12).map((d) => (
              <li key={d.id}>
                <button type="button" aria-pressed={typed.id === d.id} onClick={() => choose(d)}>
                  <b>{d.name}</b>
                  <span>
                    {d.licence && <Trans>License {tail(d.licence)}</Trans>} {tail(d.phone)}
                    {d.verifiedAt && (
                      <>
                        {' '}
                        <Icon name="check" size="0.9em" />{' '}
                        <Trans>
                          verified <DateTime at={d.verifiedAt} />
                        </Trans>
                      </>
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <form
          className={css.form}
          onSubmit={(e) => {
            e.preventDefault()
            void save()
          }}
          onKeyDown={(e) => e.target instanceof HTMLInputElement && enterSendsNothing(e)} // a scanner's Enter keeps nothing
        >
          <h2>{typed.id && typed.id !== load.driverId ? typed.name : <Trans>Driver</Trans>}</h2>
          <TextInput
            id="driver-name"
            label={t`Name`}
            withAsterisk
            maxLength={80}
            autoComplete="off"
            autoCapitalize="words"
            value={typed.name}
            error={label ? t`This is a label’s number, not a name.` : asked && missing ? t`A bill needs a name.` : undefined}
            onChange={({ currentTarget: { value } }) => keep((now) => ({ ...now, name: value, id: sameName(now, value) ? now.id : '' }))}
          />
          <TextInput
            label={t`License number`}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            value={typed.licence}
            onChange={({ currentTarget: { value } }) => keep((now) => ({ ...now, licence: value }))}
          />
          <TextInput
            label={t`Phone`}
            type="tel"
            inputMode="tel"
            maxLength={40}
            autoComplete="off"
            value={typed.phone}
            onChange={({ currentTarget: { value } }) => keep((now) => ({ ...now, phone: value }))}
          />
          <Group gap="sm">
            <Button variant="default" leftSection={<Icon name="camera" />} loading={atWork.count > 0} onClick={() => void shoot()}>
              {typed.front ? <Trans>Another photo</Trans> : <Trans>Photo of the license</Trans>}
            </Button>
            {typed.front && (
              <span className={css.front}>
                <HeldPhoto hash={typed.front} alt={t`License`} />
              </span>
            )}
          </Group>
          <Trouble>{trouble}</Trouble>
          <Checkbox
            size="lg"
            label={t`License checked against the driver`}
            checked={typed.verified}
            onChange={({ currentTarget: { checked } }) => keep((now) => ({ ...now, verified: checked }))}
          />
          {seen && (
            <p className={css.quiet}>
              <Icon name="check" size="1em" />{' '}
              <Trans>
                Last seen <DateTime at={seen} />
              </Trans>
            </p>
          )}
          {load.state !== 'waiting' && <Place load={load} />}
          <PanelFoot trouble={unkept} onCancel={() => void navigate({ to: '/eSignBOL' })}>
            <Button type="submit">{load.state === 'loaded' ? <Trans>Save ▸ Sign</Trans> : <Trans>Driver is here</Trans>}</Button>
          </PanelFoot>
        </form>
      </div>
    </div>
  )
}

/** Correcting a letter keeps the person; another name is another person. */
const sameName = (typed: Typed, name: string) => typed.id !== '' && name.trim() !== '' && name.trim()[0] === typed.name.trim()[0]
