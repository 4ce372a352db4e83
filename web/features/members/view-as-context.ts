import { createContext, useContext } from 'react'

/** How the screen of a person is opened, which is not of this part of the client. */
interface ViewAs {
  /** Done when the screen is there, or its refusal was read. */
  open(memberId: number): Promise<void>
  /** Whose screen the operator comes back from: there the focus goes. */
  readonly returnedFrom: number | undefined
  onReturned(): void
}

const ViewAsContext = createContext<ViewAs | undefined>(undefined)

export const ViewAsProvider = ViewAsContext.Provider

export function useViewAs(): ViewAs {
  const viewAs = useContext(ViewAsContext)
  if (!viewAs) throw new Error('useViewAs outside of ViewAsProvider')
  return viewAs
}
