import type { FastifyInstance } from 'fastify'
import type { FeatureParts } from './feature-parts.ts'
import {
  administratorSignOnHandlers,
  administratorSignOnOperations,
  type ConsoleParts,
  consoleHandlers,
  consoleJobs,
  consoleOperations,
  createAdministratorGuard,
  operatorRequestHandlers,
  operatorRequestOperations,
} from './features/console/index.ts'
import {
  createApiKeyGuard,
  createInstallationSecrets,
  type IntegrationParts,
  integrationHandlers,
  integrationJobs,
  integrationOperations,
} from './features/integrations/index.ts'
import { healthOf } from './metrics/console-health.ts'
import { mountAll, mountForAdministrators, mountForPrograms } from './platform/http/mount.ts'
import type { Resources } from './resources.ts'

export type MakeRoom = IntegrationParts['makeRoom']

export function mountInstallation(
  app: FastifyInstance,
  resources: Resources,
  { guard, shared }: FeatureParts,
  makeRoom: MakeRoom,
) {
  const installation = createInstallationSecrets(resources.keyStore.pepper())
  const parts: IntegrationParts = {
    ...shared,
    makeRoom,
    mayCallLoopback: resources.mayCallLoopback ?? false,
    installation,
  }
  mountForPrograms(app, integrationOperations, integrationHandlers(parts), createApiKeyGuard(parts))
  const { transport, from, relyingParties = [] } = resources
  const console: ConsoleParts = {
    ...parts,
    transport,
    from,
    relyingParties,
    confirm: shared.confirm,
    readHealth: healthOf(resources),
  }
  mountAll(app, administratorSignOnOperations, administratorSignOnHandlers(console), guard)
  mountAll(app, operatorRequestOperations, operatorRequestHandlers(console), guard)
  mountForAdministrators(
    app,
    consoleOperations,
    consoleHandlers(console),
    createAdministratorGuard(console),
  )
  return { jobs: [integrationJobs(parts), consoleJobs(console)], installation }
}
