import type { z } from 'zod'
import type { conflicts, uploadFields } from '../../../../contract/features/documents/upload.ts'
import type { unfinishedUpload } from '../../../../contract/features/uploads.ts'
import type { PickedFile } from '../choose/check-file.ts'

export type Taken = z.output<typeof conflicts.answer.payload>[number]

export type Unfinished = z.output<typeof unfinishedUpload>

export type Conflict = NonNullable<z.output<typeof uploadFields>['conflict']>

export type Choice = Conflict | 'skip'

export interface Job extends PickedFile {
  readonly id: number
  readonly size: number
  readonly parent: number
  readonly staged: boolean | undefined
  readonly submits: boolean
  isNamed: boolean
  taken: Taken | undefined
  conflict: Conflict
  upload: string | undefined
  offset: number
  tries: number
  /** The last attempt may have succeeded unanswered. */
  isDoubtful: boolean
}

/** Larger files go alone and can resume. */
export const RESUMABLE_BYTES = 8_000_000

/** A renamed duplicate would not show that the file arrived, but the server remembers resumable uploads. */
export const isResumable = ({ size, upload, taken, conflict, submits }: Job): boolean =>
  submits ||
  size >= RESUMABLE_BYTES ||
  upload !== undefined ||
  (taken !== undefined && conflict === 'keep')
