import { z } from 'zod'

/** The client names an act that takes long, to hear of it and to stop it. Such as a UUID. */
export const actId = z.string().regex(/^[\w-]{16,64}$/)
