export { groupNamed, groupPeriods } from './manage-groups.ts'
export { type PastRights, rightsOfGroupAt } from './matrix/past-levels.ts'
export { rightsHandlers, rightsOperations } from './rights.routes.ts'
