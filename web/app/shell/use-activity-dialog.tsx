import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ActivitySubject } from '../../features/dashboard/activity-dialog.tsx'
import { loadActivityDialog } from '../screens/late-parts.ts'
import { useApp } from '../use-app.ts'

interface ActivityOpener {
  showItem(id: number, name: string): void
  showPerson(userId: number, name: string): void
  readonly layer: ReactNode
}

export function useActivityDialog(roomId: number): ActivityOpener {
  const { i18n } = useApp()
  const [subject, setSubject] = useState<ActivitySubject>()
  const [Dialog] = useState(() =>
    lazy(async () => ({ default: (await loadActivityDialog(i18n)).ActivityDialog })),
  )
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
