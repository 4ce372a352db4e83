import { useEffect, useEffectEvent, useState } from 'react'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { PublishDialog } from '../thread/publish-dialog.tsx'
import { useThread } from '../threads-query.ts'

interface PublishEachProps {
  readonly roomId: number
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** Each thread must be reworded to name nobody. */
export function PublishEach({ roomId, ids, onClose }: PublishEachProps) {
  const alertError = useErrorAlert()
  const [all] = useState(ids)
  const [at, setAt] = useState(0)
  const { data: thread, error } = useThread(roomId, all[at])
  const next = () => (at + 1 < all.length ? setAt(at + 1) : onClose())
  const pass = useEffectEvent((reason: unknown) => void alertError(reason).then(next))
  useEffect(() => {
    if (error) pass(error)
  }, [error])
  if (!thread) return null
  return (
    <PublishDialog
      key={thread.id}
      roomId={roomId}
      thread={thread}
      place={{ at: at + 1, count: all.length }}
      onSkip={next}
      onPublished={next}
      onClose={onClose}
    />
  )
}
