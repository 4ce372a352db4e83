import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import type { MenuAction } from '../../../ui/action-menu.tsx'

/** Who acts: the ids that every change repeats. What they may do with an item stands there. */
export interface ActionCaller {
  readonly id: number
  readonly roomId: number
  readonly download: boolean
}

/** A folder into which items go; 0 is the root. */
export interface Target {
  readonly id: number
  readonly name: string
}

/** What can be done with the items of a list, for its menus, keys, drags and bars. Of the items that it is given none lies in another. */
export interface ItemActions {
  /** What is offered for these items. What is not allowed stands there with its reason. */
  menu(items: readonly Item[]): readonly MenuAction[]
  /** What is offered where there is no item. */
  groundMenu(): readonly MenuAction[]
  /** Does what a key asks for; `into` is the folder that a paste goes into. Tells whether the key was one of its own. */
  onKey(event: KeyboardEvent, items: readonly Item[], into: number): boolean
  /** Says that there is nothing to paste, where there are no files of another program either. */
  onPaste(event: ClipboardEvent): void
  /** The item that gets another name: its row shows `renameField` in place of the name. */
  readonly renaming: number | undefined
  readonly renameField: ReactNode
  /** One after the other, with an undo. */
  move(items: readonly Item[], target: Target): void
  copy(items: readonly Item[], target: Target): void
  /** Items that go away once they are pasted. */
  readonly cut: ReadonlySet<number>
  /** The dialogs that are open. */
  readonly layer: ReactNode
}
