import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useMediaQuery } from '@/kit/hooks'
import { Modal } from '@/kit/ui'

/** What lies over the loading screen for a moment. */
export function PanelFrame({
  title,
  onClose,
  wide,
  children,
}: {
  title: string
  onClose: () => void
  wide?: boolean
  children: ReactNode
}) {
  const { t } = useLingui()
  const small = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={wide ? 'xl' : 'lg'}
      fullScreen={small}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {children}
    </Modal>
  )
}
