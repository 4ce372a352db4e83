import type { ThreadState } from '../../../../contract/features/threads/thread-states.ts'
import type { Thread } from '../threads-query.ts'
import { WriteDialog } from '../write/write-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { FulfilDialog } from './fulfil-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Action } from './thread-moves.ts'
import type { Move } from './use-thread-moves.ts'

interface ThreadDialogProps {
  readonly dialog: Action['dialog']
  readonly roomId: number
  readonly thread: Thread
  readonly memberId: number
  readonly isArea: boolean
  readonly onMove: (given: Move) => Promise<void>
  readonly onClose: () => void
}

export function ThreadDialog({
  dialog,
  roomId,
  thread,
  memberId,
  isArea,
  onMove,
  onClose,
}: ThreadDialogProps) {
  return (
    <>
      {dialog === 'assign' && (
        <AssignDialog
          roomId={roomId}
          start={{ assignee: thread.assignee?.id, due: thread.due }}
          onAssign={(assigned) =>
            onMove({ to: stateAfterAssigning(thread, assigned.assignee), ...assigned })
          }
          onClose={onClose}
        />
      )}
      {(dialog === 'RETURNED' || dialog === 'ASSIGNED' || dialog === 'OPEN') && (
        <ReasonDialog
          to={dialog}
          onReason={(reason) => onMove({ to: dialog, reason })}
          onClose={onClose}
        />
      )}
      {dialog === 'fulfil' && (
        <FulfilDialog
          roomId={roomId}
          thread={thread}
          caller={isArea ? { id: memberId, roomId } : undefined}
          onClose={onClose}
        />
      )}
      {dialog === 'publish' && (
        <PublishDialog roomId={roomId} thread={thread} onPublished={onClose} onClose={onClose} />
      )}
      {dialog === 'edit' && (
        <WriteDialog
          roomId={roomId}
          type={thread.type}
          isArea={isArea}
          start={{ thread }}
          onWritten={() => undefined}
          onClose={onClose}
        />
      )}
    </>
  )
}

function stateAfterAssigning({ state }: Thread, assignee: number | null | undefined): ThreadState {
  if (typeof assignee === 'number' && state === 'SUBMITTED') return 'ASSIGNED'
  if (assignee === null && state === 'ASSIGNED') return 'SUBMITTED'
  return state === 'IN_PROGRESS' ? 'ASSIGNED' : state
}
