import { createContext, useContext, useSyncExternalStore } from 'react'
import type { SessionRecord } from '../features/session/index.ts'
import type { House } from './house.ts'

const HouseContext = createContext<House | undefined>(undefined)

export const HouseProvider = HouseContext.Provider

/** What lives as long as the page. */
export function useHouse(): House {
  const house = useContext(HouseContext)
  if (!house) throw new Error('useHouse outside of HouseProvider')
  return house
}

/** The session as it is now, in whichever tab it changed. */
export function useSession(): SessionRecord | undefined {
  const { sessions } = useHouse()
  return useSyncExternalStore(sessions.subscribe, sessions.read)
}
