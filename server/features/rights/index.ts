export { groupNamed } from './manage-groups.ts'
export { rightsHandlers, rightsOperations } from './rights.routes.ts'
