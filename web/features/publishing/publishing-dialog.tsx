import type { PublishingSubject, ShowPublishing } from '../../room/publishing-subject.ts'
import { FolderDialog } from './folder-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'

interface PublishingDialogProps {
  readonly roomId: number
  readonly what: Parameters<ShowPublishing>[0]
  readonly subjects: readonly PublishingSubject[]
  readonly onClose: () => void
}

export function PublishingDialog({ roomId, what, subjects, onClose }: PublishingDialogProps) {
  const [first] = subjects
  if (!first) return null
  if (what === 'staging') return <FolderDialog roomId={roomId} folder={first} onClose={onClose} />
  return <PublishDialog roomId={roomId} what={what} subjects={subjects} onClose={onClose} />
}
