import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ShowPublishing } from '../../room/publishing-subject.ts'
import { loadPublishingDialog } from '../screens/late-parts.ts'

const PublishingDialog = lazy(async () => ({
  default: (await loadPublishingDialog()).PublishingDialog,
}))

type OpenedPublishing = Parameters<ShowPublishing>

export function usePublishingDialog(roomId: number): {
  readonly show: ShowPublishing
  readonly layer: ReactNode
} {
  const [opened, setOpened] = useState<OpenedPublishing>()
  return {
    show: (what, subjects) => setOpened([what, subjects]),
    layer: opened && (
      <Suspense>
        <PublishingDialog
          roomId={roomId}
          what={opened[0]}
          subjects={opened[1]}
          onClose={() => setOpened(undefined)}
        />
      </Suspense>
    ),
  }
}
