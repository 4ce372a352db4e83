import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ActivitySubject } from '../features/dashboard/activity-dialog.tsx'
import { useHouse } from './house-context.ts'
import { loadActivityDialog } from './late-parts.ts'

interface ActivityOpener {
  showItem(id: number, name: string): void
  showPerson(userId: number, name: string): void
  /** The dialog, while it is open. */
  readonly layer: ReactNode
}

/** What was done with a document, or by a person, over whatever screen asks for it. */
export function useActivityDialog(roomId: number): ActivityOpener {
  const { i18n } = useHouse()
  const [subject, setSubject] = useState<ActivitySubject>()
  const [Dialog] = useState(() => lazy(async () => ({ default: (await loadActivityDialog(i18n)).ActivityDialog })))
  return {
    showItem: (id, name) => setSubject({ kind: 'item', id, name }),
    showPerson: (id, name) => setSubject({ kind: 'person', id, name }),
    layer: subject && (
      <Suspense>
        <Dialog roomId={roomId} subject={subject} onClose={() => setSubject(undefined)} />
      </Suspense>
    ),
  }
}
