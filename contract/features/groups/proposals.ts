import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, line, pathId, queryPaging } from '../../core/schemas.ts'

export const PROPOSAL_STATES = ['waiting', 'admitted', 'declined', 'withdrawn'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

const person = {
  userName: line(100).pipe(z.string().min(1)),
  email: z.string().max(1_000),
  division: line(100).optional(),
  position: line(100).optional(),
}

const proposed = z.object({
  id,
  userName: z.string(),
  email: z.string(),
  division: z.string(),
  position: z.string(),
  note: z.string(),
  proposedAt: instant,
  proposedBy: z.string(),
})

const ofRoom = {
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
} as const
const proposing = {
  credential: 'session',
  delivers: 'none',
  permission: 'members.propose',
} as const
const managing = { credential: 'session', delivers: 'none', permission: 'members.manage' } as const

export const setLead = operation({
  name: 'proposals.setLead',
  method: 'POST',
  path: '/room/api/group/lead',
  summary:
    'Grants or revokes the lead role of a participant. A lead may propose people for their own group. The role ends when the person leaves the group.',
  ...managing,
  body: z.strictObject({ roomId: id, roomManagerId: id, isLead: z.boolean() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const propose = operation({
  name: 'proposals.propose',
  method: 'POST',
  path: '/room/api/proposal',
  summary:
    'Proposes people for the group of the caller. Operators are mailed and decide. The answer never reveals whether an address is already in the room.',
  ...proposing,
  body: z.strictObject({
    roomId: id,
    people: z.array(z.strictObject(person)).min(1).max(LIMITS.proposalsPerCall),
    note: line(LIMITS.proposalNoteLength).optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const own = operation({
  name: 'proposals.own',
  method: 'GET',
  path: '/room/api/proposal/own/:roomId',
  summary: 'Lists the people proposed for the group of the caller, last proposed first.',
  ...proposing,
  ...ofRoom,
  query: z.strictObject(queryPaging),
  answer: {
    kind: 'json',
    payload: z.array(proposed.extend({ state: z.enum(PROPOSAL_STATES) })),
    paged: true,
  },
})

export const withdraw = operation({
  name: 'proposals.withdraw',
  method: 'POST',
  path: '/room/api/proposal/withdraw',
  summary: 'Withdraws a waiting proposal of the caller’s group.',
  ...proposing,
  body: z.strictObject({ roomId: id, id }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const waiting = operation({
  name: 'proposals.waiting',
  method: 'GET',
  path: '/room/api/proposal/list/:roomId',
  summary:
    'Lists proposals that wait for a decision, first proposed first. `isMember`: the address is already in the room.',
  credential: 'session',
  delivers: 'none',
  permission: 'members.read',
  ...ofRoom,
  query: z.strictObject(queryPaging),
  answer: {
    kind: 'json',
    payload: z.array(proposed.extend({ groupId: id, group: z.string(), isMember: z.boolean() })),
    paged: true,
    beside: z.object({ total: z.int().nonnegative() }),
  },
})

export const decide = operation({
  name: 'proposals.decide',
  method: 'POST',
  path: '/room/api/proposal/decide',
  summary:
    'Admits the person, who is invited into the group as `members.invite` does, or declines the proposal. The lead is mailed either way. A proposal that is already decided or withdrawn fails with PROPOSAL_DECIDED.',
  ...managing,
  body: z.strictObject({ roomId: id, id, isAdmitted: z.boolean() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})
