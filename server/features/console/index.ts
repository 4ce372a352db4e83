export { consoleJobs } from './console.jobs.ts'
export type { ConsoleParts } from './console.parts.ts'
export {
  consoleHandlers,
  consoleOperations,
  operatorRequestHandlers,
  operatorRequestOperations,
  signOnHandlers,
  signOnOperations,
} from './console.routes.ts'
export { createAdministratorGuard } from './session/administrator-guard.ts'
export { inviteAtMachine, listAdministrators, removeAtMachine } from './session/manage-administrators.ts'
