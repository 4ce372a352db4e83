import type { Language } from '../../../../contract/core/language.ts'
import type { ExportFormat, ExportHead } from '../../../../contract/proof/history-export.ts'
import type { EntryFilter } from '../activity.read.ts'

/** All that the thread needs to know of an export. */
export interface ExportTask {
  readonly format: ExportFormat
  readonly head: ExportHead
  readonly roomId: number
  /** IANA name of the room's time zone. */
  readonly zone: string
  readonly filter: EntryFilter
  /** Entries of the tree; where it is 0, all entries are exported and none is proven. */
  readonly size: number
  readonly language: Language
  /** What opens the details of the room's entries. */
  readonly key: { readonly vault: string; readonly retention: Uint8Array }
}

/** To the thread. `more`: one piece more may be sent. `end`: nobody reads it any more. */
export type ToThread =
  | { readonly type: 'begin'; readonly id: number; readonly task: ExportTask }
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'end'; readonly id: number }

/** From the thread. */
export type FromThread =
  | { readonly type: 'piece'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly error: unknown }
  | { readonly type: 'log'; readonly level: 'debug' | 'warn'; readonly error: unknown; readonly message: string }
