import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, id, instant, pathId } from '../../core/schemas.ts'
import { OPERATOR_REQUEST_KINDS } from './operator-request-states.ts'

const PATH = '/room/api/operatorRequest'

const managing = { credential: 'session', delivers: 'none', permission: 'members.manage' } as const

export const list = operation({
  ...managing,
  name: 'operators.requests',
  method: 'GET',
  path: `${PATH}/:roomId`,
  summary:
    'Lists the requests of administrators to the operators, and which of them wait for a decision.',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        id,
        kind: z.enum(OPERATOR_REQUEST_KINDS),
        /** A reset has null. */
        name: z.string().nullable(),
        email: z.string(),
        askedBy: z.string(),
        createdAt: instant,
        /** Without a decision, the request is carried out then. */
        dueAt: instant,
      }),
    ),
  },
})

export const decide = operation({
  ...managing,
  name: 'operators.decide',
  method: 'POST',
  path: PATH,
  summary: 'Confirms or refuses a request of an administrator.',
  body: z.strictObject({ roomId: id, id, confirm: z.boolean() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})
