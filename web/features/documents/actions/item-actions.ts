import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'

/** The server requires these ids in every change. */
export interface ActionCaller {
  readonly id: number
  readonly roomId: number
  readonly download: boolean
  /** This is the person or group as whom the caller views the room; such a view changes nothing. */
  readonly viewAs?: unknown
}

export interface Target {
  readonly id: number
  readonly name: string
}

/** Callers pass no item that is a descendant of another one. */
export interface ItemActions {
  menu(items: readonly Item[]): readonly MenuAction[]
  groundMenu(): readonly MenuAction[]
  buildStructure(): void
  /** Returns true if the key was handled. A paste goes into the folder `into`. */
  onKey(event: KeyboardEvent, items: readonly Item[], into: number): boolean
  /** Reports an empty clipboard unless the clipboard holds files. */
  onPaste(event: ClipboardEvent): void
  readonly renaming: number | undefined
  readonly renameField: ReactNode
  move(items: readonly Item[], target: Target): void
  copy(items: readonly Item[], target: Target): void
  /** Puts items of one folder before another of its items; null means the end. */
  order(items: readonly Item[], before: number | null): void
  readonly cut: ReadonlySet<number>
  readonly layer: ReactNode
}
