import { createContext, useContext, useSyncExternalStore } from 'react'
import type { SessionRecord, ViewRecord } from '../features/session/index.ts'
import type { House } from './house.ts'

const HouseContext = createContext<House | undefined>(undefined)

export const HouseProvider = HouseContext.Provider

/** What lives as long as the page. */
export function useHouse(): House {
  const house = useContext(HouseContext)
  if (!house) throw new Error('useHouse outside of HouseProvider')
  return house
}

/** The session as it is now, in whichever tab it changed; in a tab that views the room as another person that view. */
export function useSession(): SessionRecord | undefined {
  const { sessions } = useHouse()
  const own = useSyncExternalStore(sessions.subscribe, sessions.read)
  return useView() ?? own
}

/** As whom an operator views the room in this tab. */
export function useView(): ViewRecord | undefined {
  const { views } = useHouse()
  return useSyncExternalStore(views.subscribe, views.read)
}
