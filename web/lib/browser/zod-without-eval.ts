/** The CSP forbids zod's code generation. The global (zod/v4/core/core.js) spares the login from loading zod. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
