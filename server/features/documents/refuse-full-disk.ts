import { NoSpaceError } from '../../platform/blob/blob-store.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** A full disk is a refusal that a person is told of; what else was thrown stays what it is. */
export function refuseFullDisk(error: unknown): never {
  throw error instanceof NoSpaceError ? new Refusal('NO_SPACE') : error
}
