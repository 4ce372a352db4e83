/** What people wrote on untrusted PDFs put into them, with a page that tells of it, and signed. */

export { PdfError } from '../pdf/pdf-error.ts'
export { drawStatement } from './draw-audit.ts'
export { nearsEnd } from './identity.ts'
export type { SealStrength } from './proofs/add-proofs.ts'
export type { AuditFacts, AuditLine, AuditPerson, PageDrawing } from './protocol.ts'
export { openSealKeys, type SealKeys } from './seal-keys.ts'
export { createSealPool, type SealedPdf, type SealPool, type SealRequest } from './seal-pool.ts'
export { SigningError } from './signing-error.ts'
