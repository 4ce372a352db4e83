export { queueReading, readingJobs } from './read-content.ts'
export type { SearchParts } from './search.parts.ts'
export { searchHandlers, searchOperations } from './search.routes.ts'
export { deleteTextsWithout, insertTexts } from './search.store.ts'
