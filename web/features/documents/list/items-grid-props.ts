import type { ReactNode, RefObject } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import type { ActionCaller, ItemActions } from '../actions/item-actions.ts'
import type { Table } from './use-table.ts'

export interface ItemsGridProps {
  readonly caller: ActionCaller
  readonly table: Table
  readonly actions: ItemActions | undefined
  readonly openId: number | undefined
  readonly searchedId: number | undefined
  readonly landing: number | undefined
  readonly newRow: ReactNode
  readonly unlisted: ReactNode
  readonly frame: RefObject<HTMLElement | null>
  readonly hrefOf: (item: Item) => string | undefined
  /** With `follows`, no history entry is added. */
  readonly onOpen: (item: Item, follows: boolean) => void
}
