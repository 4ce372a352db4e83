import './lib/strict-csp.ts'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import './ui/tokens.css'
import './ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createHouse } from './app/house.ts'
import { Root } from './app/root.tsx'
import { createHouseRouter } from './app/router.tsx'
import { startTheme } from './lib/theme.ts'

startTheme()
const house = createHouse()
const router = createHouseRouter(house)

house.sessions.subscribe(() => void router.invalidate())

// A screen that was replaced takes the scroll position and the focus with it: the next one begins at its top, and is read from there.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return
  scrollTo(0, 0)
  const main = document.getElementById('main')
  if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
})

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
createRoot(place).render(
  <Root house={house}>
    <RouterProvider router={router} />
  </Root>,
)
