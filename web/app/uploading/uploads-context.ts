import { createContext, useContext } from 'react'
import type { UploadQueue } from '../../features/uploads/index.ts'

const UploadsContext = createContext<UploadQueue | undefined>(undefined)

export const UploadsValue = UploadsContext.Provider

/** Returns undefined for users who cannot upload. */
export const useUploads = (): UploadQueue | undefined => useContext(UploadsContext)
