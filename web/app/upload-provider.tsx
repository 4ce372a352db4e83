import { type ReactNode, useEffect, useState } from 'react'
import { itemsKey } from '../features/documents/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { UploadCard } from '../features/uploads/index.ts'
import { useHouse } from './house-context.ts'
import { uploadKeepOf } from './upload-keep.ts'
import { UploadsValue } from './uploads-context.ts'
import { useWorkroom } from './workroom.ts'

interface UploadProviderProps {
  readonly session: SessionRecord
  readonly children: ReactNode
}

/** Uploads of an operator's session, and their progress over all of its screens. Readers load nothing of it. */
export function UploadProvider({ session, children }: UploadProviderProps) {
  const house = useHouse()
  const { queries } = useWorkroom()
  const [uploads] = useState(() =>
    // A path may have made folders above the files: every list of the room can be out of date.
    uploadKeepOf(house).open(session, () => void queries.invalidateQueries({ queryKey: itemsKey(session.roomId) })),
  )
  // What ends by itself says why.
  useEffect(() => () => uploads.close(house.sessions.endReason() === undefined), [uploads, house])
  return (
    <UploadsValue value={uploads.queue}>
      {children}
      {session.agreed && <UploadCard queue={uploads.queue} />}
    </UploadsValue>
  )
}
