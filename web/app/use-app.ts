import { createContext, useContext, useSyncExternalStore } from 'react'
import type { SessionRecord, ViewRecord } from '../features/session/index.ts'
import type { AppContext } from './app-context.ts'

const AppReactContext = createContext<AppContext | undefined>(undefined)

export const AppProvider = AppReactContext.Provider

export function useApp(): AppContext {
  const app = useContext(AppReactContext)
  if (!app) throw new Error('useHouse outside of HouseProvider')
  return app
}

/** A tab with a view gets that view. */
export function useSession(): SessionRecord | undefined {
  const { sessions } = useApp()
  const own = useSyncExternalStore(sessions.subscribe, sessions.read)
  return useView() ?? own
}

export function useView(): ViewRecord | undefined {
  const { views } = useApp()
  return useSyncExternalStore(views.subscribe, views.read)
}
