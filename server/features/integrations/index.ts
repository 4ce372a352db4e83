export {
  closeRoomFromOutside,
  type GoverningActor,
  limitRoomFromOutside,
  prepareRoom,
  renameRoomFromOutside,
} from './calls/rooms-from-outside.ts'
export { createInstallationSecrets, type InstallationSecrets } from './installation-secrets.ts'
export { integrationJobs } from './integrations.jobs.ts'
export type { IntegrationParts } from './integrations.parts.ts'
export { integrationHandlers, integrationOperations } from './integrations.routes.ts'
export { createApiKeyGuard } from './keys/api-key-guard.ts'
export {
  createApiKey,
  createApiKeyIn,
  type ListedApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  revokeKeyIn,
  revokeKeysMadeBy,
} from './keys/manage-keys.ts'
export { announceToWebhooks } from './webhooks/deliver.ts'
export {
  createWebhook,
  listAllWebhooks,
  listDeliveries,
  redeliver,
  removeWebhook,
  removeWebhooksMadeBy,
} from './webhooks/manage-webhooks.ts'
