import { createContext, useContext } from 'react'
import type { Item } from '../../../contract/features/documents.ts'

export interface Downloadable extends Pick<Item, 'id' | 'type'> {
  /** Of a file that is downloaded alone; without it the newest. */
  readonly version?: number
}

export interface Downloads {
  /** A file as it is, several or a folder as one zip. The server decides when it is asked, and its refusal is told. */
  readonly download: (items: readonly Downloadable[]) => void
  readonly isDownloading: boolean
}

export const DownloadContext = createContext<Downloads | undefined>(undefined)

/** Downloads items. */
export function useDownload(): Downloads {
  const downloads = useContext(DownloadContext)
  if (!downloads) throw new Error('useDownload outside of DownloadProvider')
  return downloads
}
