import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, instant, pathId, queryPaging } from '../core/schemas.ts'

/**
 * `room` holds all originals, people, messages and log, or one group's originals. `own` holds one person's downloads, messages and log
 * entries.
 */
export const archiveScope = z.enum(['room', 'own'])
export type ArchiveScope = z.infer<typeof archiveScope>

/** The format is age (age-encryption.org/v1); null means a plain zip. */
const protectionKind = z.enum(['passphrase', 'age']).nullable()
export type ArchiveProtection = z.infer<typeof protectionKind>

/** `OUTDATED` means that rights or documents changed, and `TOO_MANY` that the file limit is exceeded. */
export const archiveFailure = z.enum(['OUTDATED', 'TOO_MANY', 'BROKEN', 'NO_SPACE', 'INTERNAL'])
export type ArchiveFailure = z.infer<typeof archiveFailure>

const state = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('PREPARING'),
    /** Both are 0 until the files are counted. */
    done: z.int().nonnegative(),
    total: z.int().nonnegative(),
  }),
  z.object({
    state: z.literal('READY'),
    files: z.int().nonnegative(),
    /** The size is in bytes. */ size: z.int().nonnegative(),
  }),
  z.object({
    state: z.literal('FAILED'),
    reason: archiveFailure,
    /** `BROKEN` names the unreadable file in the archive. */
    unreadable: z.string().nullable(),
  }),
])

export const archiveItem = z.intersection(
  z.object({
    id,
    scope: archiveScope,
    group: z.string().optional(),
    name: z.string(),
    protection: protectionKind,
    createdAt: instant,
    createdBy: z.string(),
    /** Only the requester downloads an own archive; operators download those of the room. */
    byMe: z.boolean(),
    keptUntil: instant,
    /** This is the time of the first complete download. */
    fetchedAt: instant.nullable(),
  }),
  state,
)
export type ArchiveItem = z.infer<typeof archiveItem>

const calls = { credential: 'session', permission: 'archive.own' } as const

export const list = operation({
  ...calls,
  delivers: 'none',
  name: 'archive.list',
  method: 'GET',
  path: '/room/api/archive/list/:roomId',
  summary:
    'Lists the archives that the caller may fetch, newest first: the caller’s own, and in the operator area those of the room.',
  params: z.strictObject({ roomId: pathId }),
  query: z.strictObject(queryPaging),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(archiveItem), paged: true },
})

export const AGE_RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/

export const prepare = operation({
  ...calls,
  delivers: 'none',
  name: 'archive.prepare',
  method: 'POST',
  path: '/room/api/archive',
  summary:
    'Prepares an archive in the background. An archive of the room requires the operator area and a newly entered operator code. With `groupId`, the archive holds the originals that the group sees now, with index and signature. It then has no people, messages or log.',
  body: z.strictObject({
    roomId: id,
    scope: archiveScope,
    groupId: id.optional(),
    /** The scope `room` requires the operator code. */
    code: z.string().max(100).optional(),
    protection: z
      .discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('passphrase'),
          passphrase: z
            .string()
            .min(LIMITS.archivePassphraseMin)
            .max(LIMITS.passwordLength)
            .refine((text) => text.trim().length >= LIMITS.archivePassphraseMin),
        }),
        z.strictObject({ kind: z.literal('age'), recipient: z.string().regex(AGE_RECIPIENT) }),
      ])
      .nullable(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ id }) },
})

export const remove = operation({
  ...calls,
  delivers: 'none',
  name: 'archive.remove',
  method: 'DELETE',
  path: '/room/api/archive',
  summary: 'Deletes an archive before it expires, or cancels one that is being prepared.',
  body: z.strictObject({ roomId: id, id }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})
