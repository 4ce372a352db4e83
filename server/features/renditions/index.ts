export { queueInspection } from './inspect-document.ts'
export type { RenditionParts } from './renditions.parts.ts'
export { renditionHandlers, renditionJobs, renditionOperations } from './renditions.routes.ts'
export { deleteLeasesOf } from './renditions.store.ts'
