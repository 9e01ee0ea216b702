import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { sound } from '@/kit/feedback/feedback'
import { useMediaQuery } from '@/kit/hooks'
import { theRemote } from '@/kit/remote/remote'
import { Unsent } from '@/kit/remote/Unsent'
import { useSession, useSyncView } from '@/kit/remote/user'
import { appearance, type Look, useAppearance } from '@/kit/theme/appearance'
import { Button, Input, SegmentedControl, Switch } from '@/kit/ui'
import { mayTend } from '../devices/tend'
import { choose, i18n, type Language, languages } from '../languages'
import css from './Frame.module.css'

/** Who is signed in, and what belongs to the device: language, look, size, sound. */
export function PersonPanel({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const navigate = useNavigate()
  const session = useSession()
  const { waiting, files, contact } = useSyncView()
  const look = useAppearance()
  const narrow = useMediaQuery('(max-width: 30em)') // four words do not fit beside one another on a phone
  const [sure, setSure] = useState(false)
  const [loud, setLoud] = useState(sound.on)
  if (!session) return null

  const cutOff = contact === 'offline'
  const signOut = async () => {
    if ((waiting + files > 0 || cutOff) && !sure) {
      setSure(true)
      return
    }
    await theRemote().signOut()
    await navigate({ to: '/', replace: true })
  }

  return (
    <div className={css.panel}>
      <div>
        <strong>{session.name}</strong>
        <br />
        {session.userName}
        {session.warehouses.length > 0 && ` · ${session.warehouses.join(', ')}`}
      </div>
      <Input.Wrapper label={t`Language`} id={`${id}-language`}>
        <SegmentedControl
          fullWidth
          aria-label={t`Language`}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={i18n.locale}
          onChange={(l) => void choose(l as Language) /* one of the values above */}
        />
      </Input.Wrapper>
      <Input.Wrapper label={t`Theme`} id={`${id}-look`}>
        <SegmentedControl
          fullWidth
          orientation={narrow ? 'vertical' : 'horizontal'}
          aria-label={t`Theme`}
          data={[
            { value: 'system', label: t`Same as device` },
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'sun', label: t`Sunlight` },
          ]}
          value={look.look}
          onChange={(l) => appearance.set({ look: l as Look | 'system' }) /* one of the values above */}
        />
      </Input.Wrapper>
      <Input.Wrapper label={t`Size`} id={`${id}-size`}>
        <SegmentedControl
          fullWidth
          aria-label={t`Size`}
          data={[
            { value: 'office', label: t`Office` },
            { value: 'dock', label: t`Dock, for gloves` },
          ]}
          value={look.density}
          onChange={(d) => appearance.set({ density: d === 'dock' ? 'dock' : 'office' })}
        />
      </Input.Wrapper>
      <Switch
        label={t`Sound when scanning`}
        checked={loud}
        onChange={(e) => {
          sound.set(e.currentTarget.checked)
          setLoud(e.currentTarget.checked)
        }}
      />
      <div>
        <button
          type="button"
          className={css.entry}
          onClick={() => {
            onClose()
            onShortcuts()
          }}
        >
          <Trans>Keyboard</Trans>
        </button>
        <Link className={css.entry} to="/Today" onClick={onClose}>
          <Trans>Today</Trans>
        </Link>
        <a className={css.entry} href="/licenses.txt" target="_blank" rel="noreferrer">
          <Trans>Licenses</Trans> <small>{__BUILD__}</small>
        </a>
        {mayTend(session) && (
          <Link className={css.entry} to="/Devices" onClick={onClose}>
            <Trans>All devices</Trans>
          </Link>
        )}
      </div>
      {sure && (
        <p role="alert" style={{ margin: 0 }}>
          {cutOff && <Trans>You cannot sign in again until there is a network.</Trans>}{' '}
          {cutOff && waiting + files > 0 && (
            <Plural value={waiting + files} one="# change stays on this device." other="# changes stay on this device." />
          )}
          {!cutOff && (
            <>
              <Unsent waiting={waiting} files={files} />{' '}
              <Trans>They stay on this device and are sent under your name when there is a connection.</Trans>
            </>
          )}
        </p>
      )}
      {sure && (
        <Button variant="filled" data-autofocus onClick={() => setSure(false)}>
          <Trans>Stay signed in</Trans>
        </Button>
      )}
      <Button variant="default" onClick={() => void signOut()}>
        {sure ? <Trans>Sign out anyway</Trans> : <Trans>Sign out</Trans>}
      </Button>
    </div>
  )
}
