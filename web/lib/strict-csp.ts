/**
 * The page's CSP forbids the code that zod would otherwise compile, and zod must know so before the first schema is made. It reads its
 * settings from this global (zod/v4/core/core.js), so the entrance need not load zod for it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
