import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '@/kit/icon/Icon'
import { useCan } from '@/kit/remote/can'
import { Button } from '@/kit/ui'
import { PrintDialog, type PrintDialogProps } from './PrintDialog'

/** The way to paper from wherever a shipment is worked on. */
export function PrintButton({
  size,
  variant = 'default',
  ...print
}: Omit<PrintDialogProps, 'onClose'> & { size?: string; variant?: string }) {
  const [open, setOpen] = useState(false)
  if (!useCan('print')) return null
  return (
    <>
      <Button variant={variant} {...(size ? { size } : {})} leftSection={<Icon name="print" />} onClick={() => setOpen(true)}>
        <Trans>Print</Trans>
      </Button>
      {open && <PrintDialog {...print} onClose={() => setOpen(false)} />}
    </>
  )
}
