import { createFileRoute } from '@tanstack/react-router'
import { UploadScreen } from '../upload/UploadScreen'

export const Route = createFileRoute('/_signedIn/InvoiceUpload')({ component: UploadScreen })
