import type { ReactNode } from 'react'

/** A text with a title, as a question or as news. Texts and nodes alone, never markup in a string. */
export interface Message {
  readonly tone: 'check' | 'succeed' | 'match' | 'mismatch' | 'error'
  /** In place of the title of the tone. */
  readonly title?: string
  readonly text: string
  readonly detail?: ReactNode
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  /** What is confirmed cannot be undone. */
  readonly isDangerous?: boolean
}
