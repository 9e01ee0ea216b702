import { Trans, useLingui } from '@lingui/react/macro'
import { download } from '@sync/transfer'
import { useEffect, useState } from 'react'
import { useRefusal } from '@/kit/remote/refusal'
import { Button, Group, Skeleton } from '@/kit/ui'
import css from './Print.module.css'

export interface LabelOf {
  /** The shipment's number or key. */
  shipment: string
  /** pallet-label, parcel-label, or a label file's name. */
  file: string
  documentId?: string
  count?: number
}

/** Labels as the printer will draw them, one at a time: a picture made from the very commands that it is sent. */
export function LabelView({ of }: { of: LabelOf }) {
  const { t } = useLingui()
  const refusal = useRefusal()
  const [n, setN] = useState(1)
  const [shown, setShown] = useState<{ address: string } | { no: string }>()
  useEffect(() => {
    let address: string | undefined
    let gone = false
    setShown(undefined)
    download('Shipment/ZplView', { uniquename: of.shipment, filename: of.file, filePath: of.documentId ?? '', Number: n }).then(
      ({ blob }) => {
        if (gone) return
        address = URL.createObjectURL(blob)
        setShown({ address })
      },
      (err: unknown) => !gone && setShown({ no: refusal.whole(err) }),
    )
    return () => {
      gone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [of.shipment, of.file, of.documentId, n, refusal])
  const count = of.count ?? 1
  return (
    <figure className={css.label}>
      {!shown && <Skeleton height={420} animate={false} />}
      {shown && 'no' in shown && <p role="alert">{shown.no}</p>}
      {shown && 'address' in shown && <img src={shown.address} alt={t`Label ${n} as the printer draws it`} />}
      {count > 1 && (
        <Group justify="center" gap="sm" className="no-print">
          <Button variant="default" disabled={n <= 1} onClick={() => setN(n - 1)}>
            <Trans>Previous</Trans>
          </Button>
          <span role="status">
            <Trans>
              Label {n} of {count}
            </Trans>
          </span>
          <Button variant="default" disabled={n >= count} onClick={() => setN(n + 1)}>
            <Trans>Next</Trans>
          </Button>
        </Group>
      )}
    </figure>
  )
}
