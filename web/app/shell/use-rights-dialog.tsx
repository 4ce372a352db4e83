import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ShowRights } from '../../features/documents/index.ts'
import type { ReachSubject } from '../../room/rights-subject.ts'
import { loadRightsDialog } from '../screens/late-parts.ts'

const RightsDialog = lazy(async () => ({ default: (await loadRightsDialog()).RightsDialog }))

type OpenedRights = Parameters<ShowRights>

export function useRightsDialog(roomId: number): {
  readonly show: ShowRights
  readonly layer: ReactNode
} {
  const [opened, setOpened] = useState<OpenedRights>()
  return {
    show: (subjects, view) => setOpened([subjects, view]),
    layer: opened && (
      <Suspense>
        <RightsDialog
          roomId={roomId}
          subjects={opened[0]}
          start={opened[1]}
          onClose={() => setOpened(undefined)}
        />
      </Suspense>
    ),
  }
}

const ReachDialog = lazy(async () => ({ default: (await loadRightsDialog()).ReachDialog }))

export function useReachDialog(roomId: number): {
  readonly show: (subject: ReachSubject) => void
  readonly layer: ReactNode
} {
  const [subject, setSubject] = useState<ReachSubject>()
  return {
    show: setSubject,
    layer: subject && (
      <Suspense>
        <ReachDialog roomId={roomId} subject={subject} onClose={() => setSubject(undefined)} />
      </Suspense>
    ),
  }
}
