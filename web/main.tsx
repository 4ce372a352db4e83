import './lib/strict-csp.ts'
import './ui/tokens.css'
import './ui/style.css'
import './ui/screens.css'
import './ui/layers.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createHouse, watchSession } from './app/house.ts'
import { createHouseRouter } from './app/router.tsx'

const house = createHouse()
const router = createHouseRouter(house)

watchSession(house, () => void router.invalidate())

router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return
  scrollTo(0, 0)
  const main = document.getElementById('main')
  if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
})

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
createRoot(place).render(<RouterProvider router={router} />)
