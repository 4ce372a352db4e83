export { rightsHandlers, rightsOperations } from './rights.routes.ts'
