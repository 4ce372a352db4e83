import { lazy, Suspense, useEffect, useState } from 'react'
import { placeInstead } from './guards.ts'
import type { House } from './house.ts'
import { useSession } from './house-context.ts'
import { loadCompose } from './late-screens.ts'
import { WaitingScreen } from './public-screens.tsx'
import { Layers, Root } from './root.tsx'
import { PlaceKeeper, type Wanted } from './wanted.ts'

interface OtherPage {
  readonly wanted?: Wanted | undefined
  readonly isDenied?: boolean
}

/** Leaves for the client proper, and leaves with its history entry what its router would have found there. */
function leaveFor(href: string, state: OtherPage): void {
  history.replaceState({ ...state, key: 'compose', __TSR_key: 'compose', __TSR_index: 0 }, '', href)
  location.reload()
}

/** The composing tool, with what stands around every screen. */
export function ComposeApp({ house }: { readonly house: House }) {
  return (
    <Root house={house}>
      <Layers>
        <Entered house={house} />
      </Layers>
    </Root>
  )
}

/** For operators who are in; everybody else is led to where they belong, and back from there. */
function Entered({ house }: { readonly house: House }) {
  const session = useSession()
  const [places] = useState(() => new PlaceKeeper())
  const [Workplace] = useState(() => lazy(async () => ({ default: (await loadCompose(house.i18n)).ComposeWorkplace })))
  const to = placeInstead('operator', session)
  // Whoever composes looks with their own eyes again.
  useEffect(() => house.leaveView(), [house])
  useEffect(() => {
    if (session) places.see(session)
    if (to === undefined) return
    const here = `${location.pathname}${location.search}`
    if (to === '/') leaveFor(to, { isDenied: true })
    else leaveFor(to, { wanted: session ? { href: here } : places.keep(here, house.sessions.endReason() !== undefined) })
  }, [house, places, session, to])
  if (!session || to !== undefined) return <WaitingScreen />
  return (
    <Suspense fallback={<WaitingScreen />}>
      <Workplace key={session.jwt} session={session} />
    </Suspense>
  )
}
