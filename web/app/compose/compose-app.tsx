import { lazy, Suspense, useEffect, useState } from 'react'
import type { AppContext } from '../app-context.ts'
import { redirectFor } from '../guards.ts'
import { type ReturnTarget, ReturnToStore } from '../return-to.ts'
import { Layers, Root } from '../root.tsx'
import { loadCompose } from '../screens/late-screens.ts'
import { WaitingScreen } from '../screens/public/public-screens.tsx'
import { useSession } from '../use-app.ts'

interface OtherPage {
  readonly wanted?: ReturnTarget | undefined
  readonly isDenied?: boolean
}

function leaveFor(href: string, state: OtherPage): void {
  history.replaceState({ ...state, key: 'compose', __TSR_key: 'compose', __TSR_index: 0 }, '', href)
  location.reload()
}

export function ComposeApp({ app }: { readonly app: AppContext }) {
  return (
    <Root app={app}>
      <Layers>
        <Entered app={app} />
      </Layers>
    </Root>
  )
}

function Entered({ app }: { readonly app: AppContext }) {
  const session = useSession()
  const [places] = useState(() => new ReturnToStore())
  const [Workplace] = useState(() =>
    lazy(async () => ({ default: (await loadCompose(app.i18n)).ComposeWorkplace })),
  )
  const to = redirectFor('operator', session)
  useEffect(() => app.leaveView(), [app])
  useEffect(() => {
    if (session) places.see(session)
    if (to === undefined) return
    const here = `${location.pathname}${location.search}`
    if (to === '/') leaveFor(to, { isDenied: true })
    else
      leaveFor(to, {
        wanted: session
          ? { href: here }
          : places.keep(here, app.sessions.endReason() !== undefined),
      })
  }, [app, places, session, to])
  if (!session || to !== undefined) return <WaitingScreen />
  return (
    <Suspense fallback={<WaitingScreen />}>
      <Workplace key={session.jwt} session={session} />
    </Suspense>
  )
}
