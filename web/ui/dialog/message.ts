import type { ReactNode } from 'react'

/** The fields hold only text and nodes, never markup in strings. */
export interface Message {
  readonly tone: 'check' | 'succeed' | 'match' | 'mismatch' | 'error'
  readonly title?: string
  readonly text: string
  readonly detail?: ReactNode
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  readonly isDangerous?: boolean
}
