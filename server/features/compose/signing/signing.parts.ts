import type { ComposeParts } from '../compose.parts.ts'

/** What the use cases of invitations and signing work with. */
export type SigningParts = ComposeParts

/** What tells others of a document that is signed. */
export type TellingParts = Pick<SigningParts, 'outbox' | 'publicUrl' | 'clock' | 'bus' | 'sealer' | 'activity'>
