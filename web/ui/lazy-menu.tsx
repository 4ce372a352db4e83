import { lazy } from 'react'

const load = () => import('./action-menu.tsx')

/** An `ActionMenu` that is not in the first load. */
export const LazyMenu = lazy(() => load().then((module) => ({ default: module.ActionMenu })))

/** Asks for the menu where it is likely to be opened. When it does not come, opening it asks again. */
export const preloadMenu = (): void => void load().catch(() => undefined)
