import type { Language } from '../../../../contract/core/language.ts'
import type { DisclosedAnswer } from './disclosed-answers.ts'
import type { DisclosedItem } from './disclosed-items.ts'
import type { RecordContent } from './record-files.ts'

/** One file instead of all those of a record. */
export interface OneFile {
  readonly format: 'xlsx' | 'pdf'
  readonly language: Language
}

interface Begin {
  readonly type: 'begin'
  readonly head: Omit<RecordContent, 'items' | 'threads'>
  readonly checkpoint: string | null
  readonly one: OneFile | undefined
}

/** Items and threads follow a few at a time, since copying many at once would hold up other calls. `next` asks for one file. */
export type ToThread =
  | Begin
  | { readonly type: 'items'; readonly items: readonly DisclosedItem[] }
  | { readonly type: 'threads'; readonly threads: readonly DisclosedAnswer[] }
  | { readonly type: 'next' }

/** A file of a record with what lists of files say of it. */
export interface RecordFile {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
  readonly crc: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** `undefined` after the last file. */
export type FromThread = RecordFile | undefined
