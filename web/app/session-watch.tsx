import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { IdleEnd } from './idle-end.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { useWorkroom } from './workroom.ts'

/** Asked for at once, so that it is there when the network is not. Without it the room is as it was: one that does not come breaks nothing. */
const ConnectionNotice = lazy(
  (): Promise<{ default: ComponentType<{ readonly isCut: boolean }> }> =>
    import('./connection-notice.tsx').then(
      (module) => ({ default: module.ConnectionNotice }),
      () => ({ default: () => null }),
    ),
)

/** Keeps the screens of a session as they are on the server, tells where it is out of reach, and ends the session of whoever has gone. */
export function SessionWatch(props: Omit<ComponentProps<typeof LiveUpdates>, 'onReach'>) {
  const { queries } = useWorkroom()
  const [isCut, setIsCut] = useState(false)
  // Whoever was answered is not cut off, whatever the event stream waits for.
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true) setIsCut(false)
      }),
    [queries],
  )
  return (
    <>
      <IdleEnd />
      <LiveUpdates {...props} onReach={(isReached) => setIsCut(!isReached)} />
      <Suspense>
        <ConnectionNotice isCut={isCut} />
      </Suspense>
    </>
  )
}
