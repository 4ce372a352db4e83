import type { SealKeys } from '../../../workers/esign/index.ts'
import type { RenderPool } from '../../../workers/render/index.ts'
import type { EsignParts } from '../esign.parts.ts'

export interface SealingParts
  extends Pick<
    EsignParts,
    | 'database'
    | 'blobs'
    | 'files'
    | 'encryptor'
    | 'outbox'
    | 'activity'
    | 'clock'
    | 'log'
    | 'publicUrl'
    | 'confirm'
    | 'seals'
  > {
  readonly pool: RenderPool
  readonly sealKeys: SealKeys
}
