import type { z } from 'zod'
import type { conflicts, uploadFields } from '../../../../contract/features/documents.ts'
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
  /** Undefined: as the folder says. */
  readonly staged: boolean | undefined
  /** Into a drop folder. */
  readonly submits: boolean
  /** The name check was answered. */
  isNamed: boolean
  /** The holder of the name then. */
  taken: Taken | undefined
  conflict: Conflict
  /** The server's id of a partial upload. */
  upload: string | undefined
  offset: number
  tries: number
  /** It may have succeeded. */
  isDoubtful: boolean
}

/** Larger files are sent alone and can resume. */
export const RESUMABLE_BYTES = 8_000_000

/** The server remembers their result. The name of a renamed duplicate does not show that it arrived. */
export const isResumable = ({ size, upload, taken, conflict, submits }: Job): boolean =>
  submits || size >= RESUMABLE_BYTES || upload !== undefined || (taken !== undefined && conflict === 'keep')
