import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SessionRecord } from '../../features/session/index.ts'
import type { UploadQueue } from '../../features/uploads/index.ts'
import { SubmissionsValue } from './submissions-context.ts'

const SubmissionQueue = lazy(() =>
  import('./submission-queue.tsx').then((module) => ({ default: module.SubmissionQueue })),
)

interface SubmissionFrameProps {
  readonly session: SessionRecord
  readonly children: ReactNode
}

export function SubmissionFrame({ session, children }: SubmissionFrameProps) {
  const [isOpen, setOpen] = useState(false)
  const [queue, setQueue] = useState<UploadQueue>()
  return (
    <SubmissionsValue value={{ queue, open: () => setOpen(true) }}>
      {children}
      <Suspense>{isOpen && <SubmissionQueue session={session} onQueue={setQueue} />}</Suspense>
    </SubmissionsValue>
  )
}
