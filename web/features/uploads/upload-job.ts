import type { z } from 'zod'
import type { conflicts, unfinishedUpload, uploadFields } from '../../../contract/features/documents.ts'
import type { PickedFile } from './check-file.ts'

/** The file that is stored under a name already. */
export type Taken = z.output<typeof conflicts.answer.payload>[number]

/** An upload of which a part has arrived, as the server remembers it. */
export type Unfinished = z.output<typeof unfinishedUpload>

/** What the server does with a file whose name is taken. */
export type Conflict = NonNullable<z.output<typeof uploadFields>['conflict']>

/** What a person can say about a file whose name is taken. */
export type Choice = Conflict | 'skip'

/** A file or an empty folder of the queue, and what is known about the way to its place. */
export interface Job extends PickedFile {
  readonly id: number
  readonly size: number
  readonly parent: number
  /** Whether its name is free has been asked, and answered. */
  isNamed: boolean
  /** What had its name at that time. */
  taken: Taken | undefined
  conflict: Conflict
  /** What has arrived of it is to be found under this name. */
  upload: string | undefined
  /** Where it went on the last time. */
  offset: number
  /** Requests without an answer, since one has brought it forward. */
  tries: number
  /** Its last request got no answer, and may have been carried out. */
  isDoubtful: boolean
}

/** From this size on a file goes by itself, so that it can go on where it stopped. */
export const RESUMABLE_BYTES = 8_000_000

/**
 * Whether a file is sent by itself, in parts that the server remembers. It says what became of such an upload even when the answer was lost:
 * so a file that is kept beside another one under a number goes this way, too, since its name would not tell whether it has arrived.
 */
export const isResumable = ({ size, upload, taken, conflict }: Job): boolean =>
  size >= RESUMABLE_BYTES || upload !== undefined || (taken !== undefined && conflict === 'keep')
