export { disclosureHandlers, disclosureOperations } from './disclosure.routes.ts'
export { encryptedDisclosureColumns } from './encrypted-columns.ts'
export { heldByDisclosures } from './record/held-blobs.ts'
export { openRecord, recordsOf } from './record/read-records.ts'
