import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ShowRights } from '../../features/documents/index.ts'
import { loadRightsDialog } from '../screens/late-parts.ts'

const RightsDialog = lazy(async () => ({ default: (await loadRightsDialog()).RightsDialog }))

type Opened = Parameters<ShowRights>

export function useRightsDialog(roomId: number): { readonly show: ShowRights; readonly layer: ReactNode } {
  const [opened, setOpened] = useState<Opened>()
  return {
    show: (subjects, view) => setOpened([subjects, view]),
    layer: opened && (
      <Suspense>
        <RightsDialog roomId={roomId} subjects={opened[0]} start={opened[1]} onClose={() => setOpened(undefined)} />
      </Suspense>
    ),
  }
}
