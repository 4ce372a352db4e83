import { createContext, useContext } from 'react'
import type { UploadQueue } from '../../features/uploads/index.ts'

interface Submissions {
  readonly queue: UploadQueue | undefined
  readonly open: () => void
}

const SubmissionsContext = createContext<Submissions>({ queue: undefined, open: () => undefined })

export const SubmissionsValue = SubmissionsContext.Provider

export const useSubmissions = (): Submissions => useContext(SubmissionsContext)
