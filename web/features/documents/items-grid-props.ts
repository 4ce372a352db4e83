import type { ReactNode, RefObject } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import type { ListingQuery } from './items-query.ts'
import type { Listing } from './listing.ts'

/** What the list of a folder is given. */
export interface ItemsGridProps {
  readonly listing: Listing
  readonly query: Pick<ListingQuery, 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'>
  readonly openId: number | undefined
  /** The item on which the list begins, if it is there. */
  readonly landing: number | undefined
  /** Stands above the first row. */
  readonly newRow: ReactNode
  readonly holdsDownload: boolean
  /** Holds the focus while there are no rows; hands it on to them. */
  readonly frame: RefObject<HTMLElement | null>
  /** Where an item opens; undefined where it does not. */
  readonly hrefOf: (item: Item) => string | undefined
  /** Opens an item; with `follows`, the preview goes along with the row and leaves no way back. */
  readonly onOpen: (item: Item, follows: boolean) => void
}
