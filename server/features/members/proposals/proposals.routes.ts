import * as contract from '../../../../contract/features/groups/proposals.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import type { MemberParts } from '../members.parts.ts'
import { decideProposal, setLead } from './decide-proposal.ts'
import { listOwnProposals, listWaitingProposals } from './list-proposals.ts'
import { proposePeople, withdrawProposal } from './propose.ts'

export const proposalOperations = [
  contract.setLead,
  contract.propose,
  contract.own,
  contract.withdraw,
  contract.waiting,
  contract.decide,
] as const

export function proposalHandlers(parts: MemberParts): Handlers<typeof proposalOperations, Actor> {
  return {
    'proposals.setLead': async ({ actor, body: { roomManagerId: memberId, isLead } }) => {
      await setLead(parts, actor, { memberId, isLead })
      return DONE
    },
    'proposals.propose': async ({ actor, body }) => {
      await proposePeople(parts, actor, body)
      return DONE
    },
    'proposals.own': ({ actor, query }) => listOwnProposals(parts, actor, query),
    'proposals.withdraw': async ({ actor, body }) => {
      await withdrawProposal(parts, actor, body.id)
      return DONE
    },
    'proposals.waiting': ({ actor, query }) => listWaitingProposals(parts, actor, query),
    'proposals.decide': async ({ actor, body: { id: proposalId, isAdmitted }, language }) => {
      await decideProposal(parts, actor, { proposalId, isAdmitted, language })
      return DONE
    },
  }
}
