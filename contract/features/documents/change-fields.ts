import { z } from 'zod'
import { id } from '../../core/schemas.ts'

export const identity = { body: { id: 'member', roomId: 'room' } } as const
export const writing = {
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
} as const
export const removing = { ...writing, permission: 'documents.remove' } as const

/** The server normalizes the name, so the limit is generous. */
export const typedName = z.string().max(4_000)

/** `id` and `roomId` repeat the caller's own ids. */
export const change = { fileId: id, id, roomId: id }
