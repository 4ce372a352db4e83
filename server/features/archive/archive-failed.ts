import type { ArchiveFailure } from '../../../contract/features/archive.ts'

/** An archive that cannot be prepared, however often it is tried. */
export class ArchiveFailed extends Error {
  override readonly name = 'ArchiveFailed'
  readonly reason: ArchiveFailure

  constructor(reason: ArchiveFailure, options?: ErrorOptions) {
    super(`the archive cannot be prepared: ${reason}`, options)
    this.reason = reason
  }
}

/** Something of an archive that cannot be read. While it is prepared that may have been destroyed: only the last attempt can tell. */
export class EntryUnreadable extends Error {
  override readonly name = 'EntryUnreadable'
  /** Its way in the archive. */
  readonly path: string

  constructor(path: string, options: ErrorOptions) {
    super(`${path} cannot be read`, options)
    this.path = path
  }
}
