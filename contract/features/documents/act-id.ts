import { z } from 'zod'

/** The client names a long action with this id, such as a UUID, to receive its progress and to stop it. */
export const actId = z.string().regex(/^[\w-]{16,64}$/)
