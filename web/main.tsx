import './lib/browser/zod-without-eval.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import './ui/tokens.css'
import './ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppContext } from './app/app-context.ts'
import { Root } from './app/root.tsx'
import { createAppRouter } from './app/router.tsx'
import { BrokenScreen } from './app/screens/public/public-screens.tsx'
import { startTheme } from './lib/browser/theme.ts'

startTheme()
const app = createAppContext()
const { sessions } = app
const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)

const isElsewhere = history.state?.room && history.state.room !== sessions.read()?.roomNo
const load = () => import('./app/named-room.ts')

if (location.search.includes('room=') || isElsewhere) {
  load().then(
    ({ followNamedRoom }) => {
      followNamedRoom(app)
      start()
    },
    () => show(<BrokenScreen />),
  )
} else start()

function start(): void {
  const router = createAppRouter(app)

  let shown = sessions.read()
  sessions.subscribe(() => {
    const own = sessions.read()
    if (own !== shown) void router.invalidate()
    shown = own
  })

  const look = () => document.visibilityState === 'visible' && sessions.look()
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)

  void load().then(
    ({ keepRooms }) => keepRooms(router, sessions),
    () => undefined,
  )

  // New screens start at the top, also for screen readers.
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    scrollTo(0, 0)
    const main = document.getElementById('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  })

  show(<RouterProvider router={router} />)
}

function show(screen: ReactNode): void {
  root.render(<Root app={app}>{screen}</Root>)
}
