import type { EsignParts } from '../esign.parts.ts'

export type SigningParts = EsignParts

export type TellingParts = Pick<
  SigningParts,
  'outbox' | 'publicUrl' | 'clock' | 'bus' | 'encryptor' | 'activity'
>
