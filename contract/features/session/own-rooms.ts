import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { PHASES } from '../../core/phase.ts'
import { done, id, instant } from '../../core/schemas.ts'
import { entryStep, sessionPayload } from '../session.ts'

const PATH = '/room/api/session/rooms'
const CROSS_PATH = '/room/api/session/cross'

export const COMPLETE_PATH = '/room/api/session/oidc/complete'

/** The cookies of the proof and of the known device have these paths. */
export const CROSSING_PATHS = [PATH, CROSS_PATH, COMPLETE_PATH] as const

const ownRoom = z.object({
  roomId: id,
  roomName: z.string(),
  /** This and the next fields require that the person accepted the room's notice. */
  phase: z.enum(PHASES).optional(),
  /** The room or the person's access ends then, whichever is first. */
  endsAt: instant.nullable().optional(),
  /** New documents count up to `NEWS_COUNT_MAX`. */
  news: z.int().nonnegative().optional(),
})
export type OwnRoom = z.infer<typeof ownRoom>

export const NEWS_COUNT_MAX = 100

const byProof = { credential: 'none', delivers: 'none' } as const

export const list = operation({
  ...byProof,
  name: 'crossing.list',
  method: 'GET',
  path: PATH,
  summary:
    'Lists the rooms of the address proven in this browser (`session/rooms/prove`). Omits rooms that forbid crossing or the network of this browser. Refused without a proof; a session alone lists nothing. Phase, end and news come only with rooms in which this browser is known and a session of the person has accepted the notice.',
  answer: {
    kind: 'json',
    payload: z.array(ownRoom),
    beside: z.object({ email: z.string(), until: instant }),
  },
})

export const askForLink = operation({
  ...byProof,
  name: 'crossing.askForLink',
  method: 'POST',
  path: `${PATH}/link`,
  summary:
    'Mails a link that proves an address and names its rooms. The answer is identical for every address.',
  body: z.strictObject({ email: z.string().max(1_000) }),
  answer: { kind: 'json', payload: done },
})

export const prove = operation({
  ...byProof,
  name: 'crossing.prove',
  method: 'POST',
  path: `${PATH}/prove`,
  summary:
    'Proves an address for this browser with the token of a mailed link, which is used up. Sets a cookie that names the proof. The proof ends after 12 hours, and half an hour after its last use and the last session of this browser.',
  body: z.strictObject({ token: z.string().max(40) }),
  answer: { kind: 'json', payload: done },
})

export const cross = operation({
  ...byProof,
  name: 'crossing.cross',
  method: 'POST',
  path: CROSS_PATH,
  summary:
    'Starts a session in another room of the proven address. Returns and sets what `session.join` would have; second step, network, notice and operator code apply. An unlisted room is answered like a nonexistent one. Replaces a bearer token of a session in the room; that of another room stays valid. Limited to 20 in 10 minutes.',
  body: z.strictObject({ roomId: id }),
  answer: {
    kind: 'json',
    payload: sessionPayload,
    beside: z.object({ step: entryStep.optional() }),
  },
})

export const leave = operation({
  ...byProof,
  name: 'crossing.leave',
  method: 'POST',
  path: `${PATH}/leave`,
  summary:
    'Ends the proof of this browser. With `everywhere`, also ends all proofs of the address and all sessions of its people, in every room and browser.',
  body: z.strictObject({ everywhere: z.boolean() }),
  answer: { kind: 'json', payload: z.object({ ended: z.int().nonnegative() }) },
})
