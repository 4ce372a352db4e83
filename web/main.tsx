import './lib/browser/zod-without-eval.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import './ui/tokens.css'
import './ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { type AppContext, createAppContext } from './app/app-context.ts'
import { Root } from './app/root.tsx'
import { createAppRouter } from './app/router.tsx'
import { startTheme } from './lib/browser/theme.ts'

startTheme()
const app = createAppContext()
// Only links come with a room, so this is in no first load.
if (location.search.includes('room=')) void import('./app/named-room.ts').then(({ followNamedRoom }) => start(app, followNamedRoom))
else start(app)

function start({ sessions }: AppContext, follow?: (sessions: AppContext['sessions']) => void): void {
  follow?.(sessions)
  const router = createAppRouter(app)

  let shown = sessions.read()
  sessions.subscribe(() => {
    const own = sessions.read()
    if (own !== shown) void router.invalidate()
    shown = own
  })

  // A tab opened from this one is in the same room.
  const look = () => document.visibilityState === 'visible' && sessions.look()
  document.addEventListener('visibilitychange', look)
  addEventListener('focus', look)

  // A new screen starts at its top, and screen readers read from there.
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    scrollTo(0, 0)
    const main = document.getElementById('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  })

  const place = document.getElementById('root')
  if (!place) throw new Error('index.html has no #root')
  createRoot(place).render(
    <Root app={app}>
      <RouterProvider router={router} />
    </Root>,
  )
}
