import { createFileRoute } from '@tanstack/react-router'
import { PaymentScreen } from '../payment/PaymentScreen'

export const Route = createFileRoute('/_signedIn/UploadCheck')({ component: () => <PaymentScreen kind="check" /> })
