import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLateDialog } from '../../../ui/dialog/use-late-dialog.tsx'
import {
  loadIndexDialog,
  loadOwnActivity,
  loadOwnArchive,
  loadPaceDialog,
  loadSecurityDialog,
} from '../../screens/late-parts.ts'
import { useApp } from '../../use-app.ts'

export function useOwnActivity() {
  const { i18n } = useApp()
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadOwnActivity(i18n)).OwnActivityDialog })),
  )
  return useLateDialog((close) => <Dialog onClose={close} />)
}

export function useOwnArchive(roomId: number) {
  const { i18n } = useApp()
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadOwnArchive(i18n)).ArchiveDialog })),
  )
  return useLateDialog((close) => <Dialog roomId={roomId} onClose={close} />)
}

export function useIndexDialog(roomId: number, choosesGroup: boolean) {
  const { i18n } = useApp()
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadIndexDialog(i18n)).IndexDialog })),
  )
  return useLateDialog((close) => (
    <Dialog roomId={roomId} choosesGroup={choosesGroup} onClose={close} />
  ))
}

export function useSecurityDialog(roomId: number) {
  const { i18n } = useApp()
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadSecurityDialog(i18n)).SecurityDialog })),
  )
  return useLateDialog((close) => <Dialog roomId={roomId} onClose={close} />)
}

/** Mail links open the dialog by this fragment. */
export const PACE_HASH = 'mail-pace'

export function usePaceDialog(isBlocked: boolean) {
  const { i18n } = useApp()
  const navigate = useNavigate()
  const isOpen = useLocation({ select: ({ hash }) => hash === PACE_HASH }) && !isBlocked
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadPaceDialog(i18n)).PaceDialog })),
  )
  const go = (hash: string, replace: boolean) =>
    void navigate({ to: '.', search: true, state: true, hash, replace })
  return {
    open: () => go(PACE_HASH, false),
    dialog: isOpen && (
      <Suspense>
        <Dialog onClose={() => go('', true)} />
      </Suspense>
    ),
  }
}
