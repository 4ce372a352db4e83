import { lazy } from 'react'

const load = () => import('./action-menu.tsx')

export const LazyMenu = lazy(() => load().then((module) => ({ default: module.ActionMenu })))

export const preloadMenu = (): void => void load().catch(() => undefined)
