import { type ReactNode, useEffect, useState } from 'react'
import { itemsKey } from '../../features/documents/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { UploadCard } from '../../features/uploads/index.ts'
import { useSessionScope } from '../session-scope.ts'
import { useApp } from '../use-app.ts'
import { uploadKeepOf } from './upload-keep.ts'
import { UploadsValue } from './uploads-context.ts'

interface UploadProviderProps {
  readonly session: SessionRecord
  readonly children: ReactNode
}

export function UploadProvider({ session, children }: UploadProviderProps) {
  const app = useApp()
  const { queries } = useSessionScope()
  const [uploads] = useState(() =>
    // Uploads may create folders, so every list may be outdated.
    uploadKeepOf(app).open(
      session,
      () => void queries.invalidateQueries({ queryKey: itemsKey(session.roomId) }),
    ),
  )
  useEffect(() => () => uploads.close(app.sessions.endReason() === undefined), [uploads, app])
  return (
    <UploadsValue value={uploads.queue}>
      {children}
      {session.agreed && <UploadCard queue={uploads.queue} />}
    </UploadsValue>
  )
}
