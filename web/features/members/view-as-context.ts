import { createContext, useContext } from 'react'

/** Another part of the client implements it. */
interface ViewAs {
  /** Settles once the view is open or its refusal was read. */
  open(memberId: number): Promise<void>
  /** Its row receives the focus. */
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
