import { createContext, useContext } from 'react'

type ShowActivity = (userId: number, name: string) => void

const ActivityContext = createContext<ShowActivity | undefined>(undefined)

export const ActivityProvider = ActivityContext.Provider

export function useShowActivity(): ShowActivity {
  const show = useContext(ActivityContext)
  if (!show) throw new Error('useShowActivity outside of ActivityProvider')
  return show
}
