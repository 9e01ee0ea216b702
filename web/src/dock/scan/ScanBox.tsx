import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { later } from '@/kit/later/later'
import { PlainButton, PlainInput } from '@/kit/plain/Plain'
import css from './ScanBox.module.css'

const CameraScan = later(() => import('@/kit/scan/CameraScan').then((m) => m.CameraScan))

/** The other two ways to give a number: typing it (its end will do), or the camera. A scanner needs neither. */
export function ScanBox({ label, onTyped }: { label: string; onTyped: (text: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [camera, setCamera] = useState(false)
  return (
    <form
      className={css.box}
      onSubmit={(e) => {
        e.preventDefault()
        if (!text.trim()) return
        onTyped(text)
        setText('')
      }}
    >
      <span className={css.field}>
        <Icon name="scan" />
        <PlainInput
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          data-scan-field
        />
      </span>
      {text.trim() ? (
        <PlainButton type="submit" filled>
          <Trans>Go</Trans>
        </PlainButton>
      ) : (
        <PlainButton className={css.camera} onClick={() => setCamera(true)}>
          <Icon name="camera" />
          <span>{t`Camera`}</span>
        </PlainButton>
      )}
      {camera && <CameraScan opened onClose={() => setCamera(false)} />}
    </form>
  )
}
