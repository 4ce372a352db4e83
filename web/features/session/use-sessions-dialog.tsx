import { lazy } from 'react'
import { useLateDialog } from '../../ui/dialog/use-late-dialog.tsx'

const SessionsDialog = lazy(() =>
  import('./sessions-dialog.tsx').then((module) => ({ default: module.SessionsDialog })),
)

export const useSessionsDialog = () => useLateDialog((close) => <SessionsDialog onClose={close} />)
