import { createContext, useContext } from 'react'
import type { Hit, LeasePages, PageLinks, PageSize, PageText } from '../opening/lease.ts'
import type { PageFacts } from './page-facts.ts'
import type { QuarterTurns } from './rotation.ts'

export interface FoundHits {
  subscribe(listener: () => void): () => void
  hitsOn(page: number): readonly Hit[]
  current(): Hit | undefined
}

export interface PageContent {
  readonly pages: readonly PageSize[]
  readonly unit: LeasePages['unit']
  readonly rotation: QuarterTurns
  /** Undefined means no right to the text. */
  readonly text: PageFacts<PageText> | undefined
  readonly isSelectable: boolean
  readonly links: PageFacts<PageLinks>
  readonly found: FoundHits | undefined
  /** @param share of the unrotated height */
  readonly goTo: (page: number, share?: number) => void
}

const PageContentContext = createContext<PageContent | undefined>(undefined)

export const PageContentProvider = PageContentContext.Provider

export function usePageContent(): PageContent {
  const content = useContext(PageContentContext)
  if (!content) throw new Error('usePageContent outside of PageContentProvider')
  return content
}
