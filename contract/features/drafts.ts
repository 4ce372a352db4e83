import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, instant } from '../core/schemas.ts'

/** `invitation` requires an open operator area. */
export const draftKind = z.enum(['message', 'invitation', 'question', 'reply'])
export type DraftKind = z.infer<typeof draftKind>

const params = z.strictObject({ kind: draftKind })
const ofCaller = {
  path: '/room/api/draft/:kind',
  credential: 'session',
  permission: 'session.use',
  params,
} as const

export const read = operation({
  ...ofCaller,
  delivers: 'none',
  name: 'drafts.read',
  method: 'GET',
  summary: 'Returns the caller’s autosaved text, or null if there is none.',
  answer: { kind: 'json', payload: z.object({ text: z.string(), savedAt: instant }).nullable() },
})

export const keep = operation({
  ...ofCaller,
  delivers: 'none',
  name: 'drafts.keep',
  method: 'PUT',
  summary:
    'Saves the caller’s unsent text, encrypted, in place of the previous one. Nobody else can read the text, which is deleted after seven days.',
  body: z.strictObject({ text: z.string().min(1).max(LIMITS.draftLength) }),
  answer: { kind: 'json', payload: done },
})

export const drop = operation({
  ...ofCaller,
  delivers: 'none',
  name: 'drafts.drop',
  method: 'DELETE',
  summary: 'Deletes the autosaved text.',
  answer: { kind: 'json', payload: done },
})
