import type { ArchiveFailure } from '../../../contract/features/archive.ts'

export class ArchiveFailed extends Error {
  override readonly name = 'ArchiveFailed'
  readonly reason: ArchiveFailure

  constructor(reason: ArchiveFailure, options?: ErrorOptions) {
    super(`the archive cannot be prepared: ${reason}`, options)
    this.reason = reason
  }
}

/** The part may be destroyed, so only the last attempt reports. */
export class EntryUnreadable extends Error {
  override readonly name = 'EntryUnreadable'
  readonly path: string

  constructor(path: string, options: ErrorOptions) {
    super(`${path} cannot be read`, options)
    this.path = path
  }
}
