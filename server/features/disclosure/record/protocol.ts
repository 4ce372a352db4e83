import type { Language } from '../../../../contract/core/language.ts'
import type { DisclosedAnswer } from './disclosed-answers.ts'
import type { DisclosedItem } from './disclosed-items.ts'
import type { RecordContent } from './record-files.ts'

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

/** Copying many items at once would block. `next` requests one file. */
export type ToThread =
  | Begin
  | { readonly type: 'items'; readonly items: readonly DisclosedItem[] }
  | { readonly type: 'threads'; readonly threads: readonly DisclosedAnswer[] }
  | { readonly type: 'next' }

export interface RecordFile {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
  readonly crc: number
  readonly sha256: string
}

export type FromThread = RecordFile | undefined
