import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'

/** Every change repeats these ids. */
export interface ActionCaller {
  readonly id: number
  readonly roomId: number
  readonly download: boolean
  /** The person or group as whom the caller looks, and changes nothing. */
  readonly viewAs?: unknown
}

/** The root is 0. */
export interface Target {
  readonly id: number
  readonly name: string
}

/** No given item is a descendant of another. */
export interface ItemActions {
  /** Disallowed actions carry the reason. */
  menu(items: readonly Item[]): readonly MenuAction[]
  groundMenu(): readonly MenuAction[]
  /** In the folder that is shown. */
  buildStructure(): void
  /** Returns true if handled. A paste goes to `into`. */
  onKey(event: KeyboardEvent, items: readonly Item[], into: number): boolean
  /** Reports an empty clipboard, unless it holds files. */
  onPaste(event: ClipboardEvent): void
  /** This row shows `renameField` instead of the name. */
  readonly renaming: number | undefined
  readonly renameField: ReactNode
  /** Runs item by item and offers an undo. */
  move(items: readonly Item[], target: Target): void
  copy(items: readonly Item[], target: Target): void
  /** Puts items of one folder before another of its items, null is the end. */
  order(items: readonly Item[], before: number | null): void
  /** The next paste moves these items. */
  readonly cut: ReadonlySet<number>
  readonly layer: ReactNode
}
