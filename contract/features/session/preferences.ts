import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done } from '../../core/schemas.ts'

/** `each` means a mail at each upload and publication that an operator announces. */
export const MAIL_PACES = ['each', 'daily', 'weekly', 'never'] as const

export const mailPace = z.enum(MAIL_PACES)
export type MailPace = z.infer<typeof mailPace>

const preferences = z.strictObject({ pace: mailPace })

const PATH = '/room/api/session/preferences'
const own = {
  credential: 'session',
  delivers: 'none',
  permission: 'session.use',
  path: PATH,
} as const

export const read = operation({
  ...own,
  name: 'preferences.read',
  method: 'GET',
  summary:
    'Returns how often the caller is mailed about new documents of this room. Defaults to `each`.',
  answer: { kind: 'json', payload: preferences },
})

export const update = operation({
  ...own,
  name: 'preferences.update',
  method: 'PUT',
  summary:
    'Sets how often the caller is mailed about new documents of this room. `each` covers every upload and publication that an operator announces. `daily` and `weekly` send one mail about what became visible since the last visit or mail. `never` sends none. Other mails still come.',
  body: preferences,
  answer: { kind: 'json', payload: done },
})
