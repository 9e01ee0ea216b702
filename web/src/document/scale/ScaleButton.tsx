import { Trans, useLingui } from '@lingui/react/macro'
import { local } from '@sync/client'
import type { DocumentWeight } from '@sync/gen/api'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { feedback } from '@/kit/feedback/feedback'
import { Icon } from '@/kit/icon/Icon'
import { useRefusal } from '@/kit/remote/refusal'
import { useUserId } from '@/kit/remote/user'
import { Button } from '@/kit/ui'
import { NoScaleReached, readScale } from './readScale'
import css from './Scale.module.css'

export interface ScaleButtonProps {
  warehouse: string
  onWeight: (weight: DocumentWeight['weight']) => void
}

/** Takes a weight off the scale. It is there where a print computer of the warehouse has one; whatever goes wrong, the weight can be typed. */
export function ScaleButton({ warehouse, onWeight }: ScaleButtonProps) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const user = useUserId()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<unknown>() // in words when it is shown: those of the server may still be on their way
  const scales = useLiveQuery(
    async () => (await local().document_agent.where('warehouse').equals(warehouse).toArray()).filter((a) => a.scale),
    [warehouse],
  )
  if (!scales || scales.length === 0) return null
  const weigh = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      onWeight(await readScale(warehouse, scales, user))
      feedback('good')
    } catch (err) {
      feedback('bad')
      setTrouble(err)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon name="scale" />} loading={busy} onClick={() => void weigh()}>
        <Trans>Weigh</Trans>
      </Button>
      {trouble !== undefined && (
        <p role="alert" className={css.trouble}>
          {trouble instanceof NoScaleReached ? t`No scale answers on this network. Type the weight.` : refusal.whole(trouble)}
        </p>
      )}
    </>
  )
}
