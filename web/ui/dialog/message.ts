import type { ReactNode } from 'react'

/** Strings never hold markup. */
export interface Message {
  readonly tone: 'check' | 'succeed' | 'match' | 'mismatch' | 'error'
  readonly title?: string
  readonly text: string
  readonly detail?: ReactNode
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  readonly isDangerous?: boolean
}
