import { lazy } from 'react'
import { useLateDialog } from '../../ui/dialog/use-late-dialog.tsx'

const PasskeysDialog = lazy(() =>
  import('./passkeys-dialog.tsx').then((module) => ({ default: module.PasskeysDialog })),
)

/** @param isOffered requires an open elevated operator session. */
export function usePasskeysDialog(isOffered: boolean) {
  const { open, dialog } = useLateDialog((close) => <PasskeysDialog onClose={close} />)
  return isOffered ? { open, dialog } : { open: undefined, dialog: undefined }
}
