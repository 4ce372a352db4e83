import { config } from 'zod'

/** Must be evaluated before any schema is made: the page's CSP forbids the code that zod would otherwise compile. */
config({ jitless: true })
