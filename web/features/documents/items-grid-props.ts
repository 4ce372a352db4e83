import type { ReactNode, RefObject } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import type { ActionCaller, ItemActions } from './actions/item-actions.ts'
import type { Table } from './use-table.ts'

/** What the list of a folder is given. */
export interface ItemsGridProps {
  readonly caller: ActionCaller
  readonly table: Table
  /** What can be done with the items; undefined where they are read alone. */
  readonly actions: ItemActions | undefined
  readonly openId: number | undefined
  /** The item to which the list was opened: it is marked. */
  readonly soughtId: number | undefined
  /** The item on which the list begins, if it is there. */
  readonly landing: number | undefined
  /** Stands above the first row. */
  readonly newRow: ReactNode
  /** Stands where the rows would, while nothing of the list has come. */
  readonly unlisted: ReactNode
  /** Holds the focus while there are no rows; hands it on to them. */
  readonly frame: RefObject<HTMLElement | null>
  /** Where an item opens; undefined where it does not. */
  readonly hrefOf: (item: Item) => string | undefined
  /** Opens an item; with `follows`, the preview goes along with the row and leaves no way back. */
  readonly onOpen: (item: Item, follows: boolean) => void
}
