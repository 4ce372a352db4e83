export type { ComposeParts } from './compose.parts.ts'
export { composeHandlers, composeOperations } from './compose.routes.ts'
export { createComposeFiles } from './compose-files.ts'
export { findComposeBlobs } from './templates.read.ts'
