export { consoleJobs } from './console.jobs.ts'
export type { ConsoleParts } from './console.parts.ts'
export {
  administratorSignOnHandlers,
  administratorSignOnOperations,
  consoleHandlers,
  consoleOperations,
  operatorRequestHandlers,
  operatorRequestOperations,
} from './console.routes.ts'
export { createAdministratorGuard } from './session/administrator-guard.ts'
export {
  inviteAtMachine,
  listAdministrators,
  removeAtMachine,
} from './session/manage-administrators.ts'
