import { createContext, useContext } from 'react'
import type { ReachSubject } from '../../room/rights-subject.ts'

interface RightsViews {
  readonly openRoot: () => void
  readonly openReach: (subject: ReachSubject) => void
}

const RightsContext = createContext<RightsViews | undefined>(undefined)

export const RightsProvider = RightsContext.Provider

export function useRightsViews(): RightsViews {
  const views = useContext(RightsContext)
  if (!views) throw new Error('useRightsViews outside of RightsProvider')
  return views
}
