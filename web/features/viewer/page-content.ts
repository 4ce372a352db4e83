import { createContext, useContext } from 'react'
import type { Hit, Manifest, PageLinks, PageSize, PageText } from './lease.ts'
import type { PageFacts } from './page-facts.ts'
import type { Turn } from './turn.ts'

/** What a search has found, as pages show it. */
export interface Found {
  subscribe(listener: () => void): () => void
  /** The same array until it changes. */
  hitsOn(page: number): readonly Hit[]
  /** The same object until it changes. */
  current(): Hit | undefined
}

/** What lies on the pages beside their images. */
export interface PageContent {
  /** As they are stored: not turned. */
  readonly pages: readonly PageSize[]
  readonly unit: Manifest['unit']
  readonly turn: Turn
  /** Undefined where the reader may not have it. */
  readonly text: PageFacts<PageText> | undefined
  /** The text may be selected and copied. */
  readonly isSelectable: boolean
  readonly links: PageFacts<PageLinks>
  readonly found: Found | undefined
  /** @param share of the page's height as it is stored */
  readonly goTo: (page: number, share?: number) => void
}

const PageContentContext = createContext<PageContent | undefined>(undefined)

export const PageContentProvider = PageContentContext.Provider

export function usePageContent(): PageContent {
  const content = useContext(PageContentContext)
  if (!content) throw new Error('usePageContent outside of PageContentProvider')
  return content
}
