import type { Language } from '../../../../contract/core/language.ts'
import type { ExportFormat, ExportHead } from '../../../../contract/proof/history-export.ts'
import type { EntryFilter } from '../audit.read.ts'

export interface ExportTask {
  readonly format: ExportFormat
  readonly head: ExportHead
  readonly roomId: number
  readonly zone: string
  readonly filter: EntryFilter
  /** The size of the signed tree, against which entries are proven; 0 without one. */
  readonly size: number
  readonly language: Language
  readonly key: { readonly vault: string; readonly retention: Uint8Array }
}

/** What the server says to the export thread: `more` asks for the next piece, `end` means that the reader is gone. */
export type ToThread =
  | { readonly type: 'begin'; readonly id: number; readonly task: ExportTask }
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'end'; readonly id: number }

export type FromThread =
  | { readonly type: 'piece'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly error: unknown }
  | {
      readonly type: 'log'
      readonly level: 'debug' | 'warn'
      readonly error: unknown
      readonly message: string
    }
