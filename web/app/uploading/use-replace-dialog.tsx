import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ReplacingPlace, ShowReplacing } from '../../room/replacing-place.ts'
import { useUploads } from './uploads-context.ts'

const ReplaceDialog = lazy(async () => ({
  default: (await import('../../features/uploads/replace/replace-dialog.tsx')).ReplaceDialog,
}))

/** @param staged undefined follows the folder's setting. */
export function useReplaceDialog(
  roomId: number,
  staged: boolean | undefined,
): { readonly show: ShowReplacing; readonly layer: ReactNode } {
  const queue = useUploads()
  const [place, setPlace] = useState<ReplacingPlace>()
  return {
    show: setPlace,
    layer: queue && place && (
      <Suspense>
        <ReplaceDialog
          roomId={roomId}
          queue={queue}
          place={place}
          staged={staged}
          onClose={() => setPlace(undefined)}
        />
      </Suspense>
    ),
  }
}
