/** A scope applies to all rooms of the installation. */
export const API_KEY_SCOPES = [
  'rooms:read',
  'rooms:write',
  'members:write',
  'events:read',
  'webhooks:write',
] as const
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** The console may grant only these, because a key that invites people opens every room. */
export const CONSOLE_KEY_SCOPES = [
  'rooms:read',
  'rooms:write',
  'events:read',
  'webhooks:write',
] as const satisfies readonly ApiKeyScope[]
export type ConsoleKeyScope = (typeof CONSOLE_KEY_SCOPES)[number]
