import { z } from 'zod'

/** The client chooses this id, such as a UUID, to follow and stop a long action. */
export const actId = z.string().regex(/^[\w-]{16,64}$/)
