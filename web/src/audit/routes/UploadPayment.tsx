import { createFileRoute } from '@tanstack/react-router'
import { PaymentScreen } from '../payment/PaymentScreen'

export const Route = createFileRoute('/_signedIn/UploadPayment')({ component: () => <PaymentScreen kind="payment" /> })
