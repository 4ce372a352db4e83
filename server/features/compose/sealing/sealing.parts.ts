import type { RenderPool } from '../../../workers/render/index.ts'
import type { SealKeys } from '../../../workers/seal/index.ts'
import type { ComposeParts } from '../compose.parts.ts'

/** What sealing works with. */
export interface SealingParts
  extends Pick<
    ComposeParts,
    'database' | 'blobs' | 'files' | 'sealer' | 'outbox' | 'activity' | 'clock' | 'log' | 'publicUrl' | 'confirm' | 'seals'
  > {
  /** Looks at what came out, as whoever opens it will. */
  readonly pool: RenderPool
  readonly sealKeys: SealKeys
}
