import { useEffect, useEffectEvent, useState } from 'react'
import { itemsKey } from '../../features/documents/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { UploadCard, type UploadQueue } from '../../features/uploads/index.ts'
import { useSessionScope } from '../session-scope.ts'
import { useApp } from '../use-app.ts'
import { uploadKeepOf } from './upload-keep.ts'

interface SubmissionQueueProps {
  readonly session: SessionRecord
  readonly onQueue: (queue: UploadQueue) => void
}

export function SubmissionQueue({ session, onQueue }: SubmissionQueueProps) {
  const app = useApp()
  const { queries } = useSessionScope()
  const [uploads] = useState(() =>
    uploadKeepOf(app).open(
      session,
      () => void queries.invalidateQueries({ queryKey: itemsKey(session.roomId) }),
    ),
  )
  const hand = useEffectEvent(onQueue)
  useEffect(() => {
    hand(uploads.queue)
    return () => uploads.close(app.sessions.endReason() === undefined)
  }, [uploads, app])
  return <UploadCard queue={uploads.queue} />
}
