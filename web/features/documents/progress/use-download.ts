import { createContext, useContext } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'

export interface Downloadable extends Pick<Item, 'id' | 'type'> {
  readonly version?: number
}

export interface Downloads {
  readonly download: (items: readonly Downloadable[]) => void
  readonly isDownloading: boolean
}

export const DownloadContext = createContext<Downloads | undefined>(undefined)

export function useDownload(): Downloads {
  const downloads = useContext(DownloadContext)
  if (!downloads) throw new Error('useDownload outside of DownloadProvider')
  return downloads
}
