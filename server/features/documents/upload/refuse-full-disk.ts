import { NoSpaceError } from '../../../platform/blob/blob-store.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

export function refuseFullDisk(error: unknown): never {
  throw error instanceof NoSpaceError ? new Refusal('NO_SPACE') : error
}
