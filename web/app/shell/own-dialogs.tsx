import { lazy, useState } from 'react'
import { useLateDialog } from '../../ui/dialog/use-late-dialog.tsx'
import { loadIndexDialog, loadOwnActivity, loadOwnArchive } from '../screens/late-parts.ts'
import { useApp } from '../use-app.ts'

export function useOwnActivity() {
  const { i18n } = useApp()
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadOwnActivity(i18n)).OwnActivityDialog })))
  return useLateDialog((close) => <Dialog onClose={close} />)
}

export function useOwnArchive(roomId: number) {
  const { i18n } = useApp()
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadOwnArchive(i18n)).ArchiveDialog })))
  return useLateDialog((close) => <Dialog roomId={roomId} onClose={close} />)
}

/** @param choosesGroup full operators in their area see as a group does. */
export function useIndexDialog(roomId: number, choosesGroup: boolean) {
  const { i18n } = useApp()
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadIndexDialog(i18n)).IndexDialog })))
  return useLateDialog((close) => <Dialog roomId={roomId} choosesGroup={choosesGroup} onClose={close} />)
}
