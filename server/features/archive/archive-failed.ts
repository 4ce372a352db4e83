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
