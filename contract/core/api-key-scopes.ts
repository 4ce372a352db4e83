/** What a key of a program may do, in all rooms of the installation. */
export const API_KEY_SCOPES = ['rooms:read', 'rooms:write', 'members:write', 'events:read', 'webhooks:write'] as const
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]
