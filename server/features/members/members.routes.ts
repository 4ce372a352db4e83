import * as guides from '../../../contract/features/guides.ts'
import * as contract from '../../../contract/features/members.ts'
import * as preferences from '../../../contract/features/session/preferences.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { endMemberSessions, inviteAgain, removeMember, setRight, setRole } from './change-member.ts'
import { closeGuide, listClosedGuides } from './guides.ts'
import { inviteMembers } from './invite-members.ts'
import { listMembers } from './list-members.ts'
import { dismissMail, listFailedMails, renewMail } from './mails/failed-mails.ts'
import type { MemberParts } from './members.parts.ts'
import { askForAddress, confirmAddress, renameSelf } from './own-identity.ts'
import { showPin } from './pins/show-pin.ts'
import { changeMailPace, mailPaceOf } from './preferences/mail-pace.ts'
import { proposalHandlers, proposalOperations } from './proposals/proposals.routes.ts'
import { setRights } from './set-rights.ts'
import { updateMember } from './update-member.ts'

export const memberOperations = [
  contract.list,
  contract.invite,
  contract.inviteAgain,
  contract.showPin,
  contract.ownName,
  contract.ownEmail,
  contract.confirmEmail,
  contract.update,
  contract.setRight,
  contract.setRights,
  contract.setRole,
  contract.endSessions,
  contract.failedMails,
  contract.renewMail,
  contract.dismissMail,
  contract.remove,
  contract.removeByGet,
  guides.closed,
  guides.close,
  preferences.read,
  preferences.update,
  ...proposalOperations,
] as const

export function memberHandlers(parts: MemberParts): Handlers<typeof memberOperations, Actor> {
  return {
    'members.list': ({ actor, query }) => listMembers(parts, actor, query),
    'members.invite': async ({ actor, body, language }) =>
      ok(await inviteMembers(parts, actor, body.inviteUserList, language)),
    'members.inviteAgain': async ({ actor, body, language }) => {
      await inviteAgain(parts, actor, body.id, language)
      return DONE
    },
    'members.showPin': async ({ actor, body: { id: memberId, code }, language }) =>
      ok({ pin: await showPin(parts, actor, { memberId, code, language }) }),
    'members.ownName': async ({ actor, body }) => {
      await renameSelf(parts, actor, body.name)
      return DONE
    },
    'members.ownEmail': async ({ actor, body, language }) => {
      await askForAddress(parts, actor, body.email, language)
      return DONE
    },
    'members.confirmEmail': async ({ actor, body, language }) =>
      ok({ email: await confirmAddress(parts, actor, body.code, language) }),
    'members.update': async ({ actor, body }) => {
      await updateMember(parts, actor, body.id, body.invitedUser)
      return DONE
    },
    'members.setRight': async ({ actor, body }) => {
      await setRight(parts, actor, {
        memberId: body.roomManagerId,
        right: body.target,
        value: body.value,
        undoes: body.undoes,
      })
      return DONE
    },
    'members.setRights': async ({ actor, body }) =>
      ok(
        await setRights(parts, actor, {
          memberIds: body.roomManagerIds,
          right: body.target,
          value: body.value,
          undoes: body.undoes,
        }),
      ),
    'members.endSessions': async ({ actor, body }) =>
      ok({ ended: await endMemberSessions(parts, actor, body.roomManagerId) }),
    'members.failedMails': ({ actor, query }) => listFailedMails(parts, actor, query),
    'members.renewMail': async ({ actor, body, language }) => {
      await renewMail(parts, actor, body.id, language)
      return DONE
    },
    'members.dismissMail': async ({ actor, body }) => {
      await dismissMail(parts, actor, body.id)
      return DONE
    },
    'members.setRole': async ({ actor, body, language }) => {
      await setRole(parts, actor, {
        memberId: body.roomManagerId,
        roleId: body.roleId,
        groupId: body.groupId,
        scope: body.scope,
        language,
      })
      return DONE
    },
    'members.remove': async ({ actor, params }) => {
      await removeMember(parts, actor, params.id)
      return DONE
    },
    'members.removeByGet': async ({ actor, params }) => {
      await removeMember(parts, actor, params.id)
      return DONE
    },
    'guides.closed': async ({ actor }) => ok(await listClosedGuides(parts, actor)),
    'guides.close': async ({ actor, body }) => {
      await closeGuide(parts, actor, body.card)
      return DONE
    },
    'preferences.read': async ({ actor }) =>
      ok({ pace: await mailPaceOf(parts.database.db, actor.memberId) }),
    'preferences.update': async ({ actor, body }) => {
      await changeMailPace(parts, actor, body.pace)
      return DONE
    },
    ...proposalHandlers(parts),
  }
}
