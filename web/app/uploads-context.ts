import { createContext, useContext } from 'react'
import type { UploadQueue } from '../features/uploads/index.ts'

const UploadsContext = createContext<UploadQueue | undefined>(undefined)

export const UploadsValue = UploadsContext.Provider

/** The uploads of the session; nothing for those who cannot upload. */
export const useUploads = (): UploadQueue | undefined => useContext(UploadsContext)
