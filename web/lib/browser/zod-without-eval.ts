/**
 * Disables zod's code generation, which the CSP forbids, before the first schema. The global (zod/v4/core/core.js) avoids
 * loading zod at the login.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
