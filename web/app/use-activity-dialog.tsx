import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ActivitySubject } from '../features/dashboard/activity-dialog.tsx'

const ActivityLayer = lazy(() => import('./activity-layer.tsx').then((module) => ({ default: module.ActivityLayer })))

interface ActivityOpener {
  showItem(id: number, name: string): void
  showPerson(userId: number, name: string): void
  /** The dialog, while it is open. */
  readonly layer: ReactNode
}

/** What was done with a document, or by a person, over whatever screen asks for it. */
export function useActivityDialog(roomId: number): ActivityOpener {
  const [subject, setSubject] = useState<ActivitySubject>()
  return {
    showItem: (id, name) => setSubject({ kind: 'item', id, name }),
    showPerson: (id, name) => setSubject({ kind: 'person', id, name }),
    layer: subject && (
      <Suspense>
        <ActivityLayer roomId={roomId} subject={subject} onClose={() => setSubject(undefined)} />
      </Suspense>
    ),
  }
}
