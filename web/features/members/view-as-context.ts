import { createContext, useContext } from 'react'
import type { ViewSubject } from '../../room/view-subject.ts'

interface ViewAs {
  open(subject: ViewSubject): Promise<void>
  readonly returnedFrom: ViewSubject | undefined
  onReturned(): void
}

const ViewAsContext = createContext<ViewAs | undefined>(undefined)

export const ViewAsProvider = ViewAsContext.Provider

export const isOfPerson = (subject: ViewSubject | undefined, memberId: number): boolean =>
  subject !== undefined && 'memberId' in subject && subject.memberId === memberId

export function useViewAs(): ViewAs {
  const viewAs = useContext(ViewAsContext)
  if (!viewAs) throw new Error('useViewAs outside of ViewAsProvider')
  return viewAs
}
