import type { SealLack } from '../../../../contract/core/seal-level.ts'
import { WorkerError } from '../../worker-error.ts'

/** Why there is not all that is needed to check a signature long from now. The message is for the log and holds no secret. */
export class NoProof extends WorkerError<SealLack> {
  override readonly name = 'NoProof'
}
