import { createContext, useContext } from 'react'
import type { UploadQueue } from '../../features/uploads/index.ts'

const UploadsContext = createContext<UploadQueue | undefined>(undefined)

export const UploadsValue = UploadsContext.Provider

export const useUploads = (): UploadQueue | undefined => useContext(UploadsContext)
