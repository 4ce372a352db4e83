import type { SealBlocker } from '../../../../contract/core/seal-level.ts'
import { WorkerError } from '../../worker-error.ts'

/** The logged message contains no secret. */
export class NoProof extends WorkerError<SealBlocker> {
  override readonly name = 'NoProof'
}
