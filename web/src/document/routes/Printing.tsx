import { createFileRoute } from '@tanstack/react-router'
import { PrintingScreen } from '../printing/PrintingScreen'

export const Route = createFileRoute('/_signedIn/Printing')({ component: PrintingScreen })
