import type { ReactNode } from 'react'

/** Uses only text and nodes, never markup in strings. */
export interface Message {
  readonly tone: 'check' | 'succeed' | 'match' | 'mismatch' | 'error'
  /** Replaces the default title of the tone. */
  readonly title?: string
  readonly text: string
  readonly detail?: ReactNode
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  /** True if the action is irreversible. */
  readonly isDangerous?: boolean
}
