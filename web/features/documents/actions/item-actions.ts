import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'

export interface ActionCaller {
  readonly id: number
  readonly roomId: number
  readonly download: boolean
  readonly viewAs?: unknown
}

export interface Target {
  readonly id: number
  readonly name: string
}

/** No passed item may descend from another. */
export interface ItemActions {
  menu(items: readonly Item[]): readonly MenuAction[]
  groundMenu(): readonly MenuAction[]
  buildStructure(): void
  /** A paste goes into `into`. */
  onKey(event: KeyboardEvent, items: readonly Item[], into: number): boolean
  onPaste(event: ClipboardEvent): void
  readonly renaming: number | undefined
  readonly renameField: ReactNode
  move(items: readonly Item[], target: Target): void
  copy(items: readonly Item[], target: Target): void
  /** A null `before` means the end. */
  order(items: readonly Item[], before: number | null): void
  readonly cut: ReadonlySet<number>
  readonly layer: ReactNode
}
