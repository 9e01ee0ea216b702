import { createFileRoute } from '@tanstack/react-router'
import { BackupScreen } from '../today/BackupScreen'

export const Route = createFileRoute('/_signedIn/Backup')({ component: BackupScreen })
