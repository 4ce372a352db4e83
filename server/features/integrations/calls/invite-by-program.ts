import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { invite } from '../../../../contract/features/programs/programs.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { invitePrepared, prepareInvitation, reachableOperators } from '../../members/index.ts'
import type { IntegrationParts } from '../integrations.parts.ts'
import { type ApiCaller, auditActorOf } from '../keys/api-key-guard.ts'
import { invitedByProgramMail } from './program.mails.ts'
import { requireLiving } from './rooms-from-outside.ts'

type Invitation = z.output<typeof invite.body>

interface ProgramInvitationInput {
  readonly roomId: number
  readonly body: Invitation
  readonly language: Language
}

/**
 * Draws PINs, whose slow hashing must not hold a transaction. The operators get one mail for each call.
 * @returns what invites inside one.
 * @throws Refusal OPERATOR_BY_PROGRAM, as `prepareInvitation`
 */
export async function prepareProgramInvitation(
  parts: Pick<IntegrationParts, 'activity' | 'clock' | 'outbox' | 'publicUrl' | 'secrets'>,
  caller: ApiCaller,
  {
    roomId,
    body: { inviteUserList, roleId = ROLE.participant, groupId },
    language,
  }: ProgramInvitationInput,
) {
  // A program that appoints operators could enter every room.
  if (roleId === ROLE.operator || inviteUserList.some(({ scope }) => scope !== undefined))
    throw new Refusal('OPERATOR_BY_PROGRAM')
  if (roleId !== ROLE.participant) throw new Refusal('BAD_REQUEST')
  const rows = inviteUserList.map((row) =>
    groupId === undefined ? row : { ...row, groupId: row.groupId ?? groupId },
  )
  const prepared = await prepareInvitation(parts, rows, true)
  return async (tx: Tx) => {
    const room = await requireLiving(tx, roomId)
    const inviter = { name: caller.name, email: '', division: '', phone: '' }
    const invited = await invitePrepared(tx, parts, { ...auditActorOf(caller), roomId }, prepared, {
      inviter,
      language,
      namesTaken: false,
    })
    const facts = {
      count: invited.length,
      key: caller.name,
      at: parts.clock.now(),
      publicUrl: parts.publicUrl,
    }
    for (const { id: memberId, name, email } of await reachableOperators(tx, roomId)) {
      const mail = invitedByProgramMail({ name, email }, room, facts)
      await parts.outbox.queue(tx, { roomId, memberId, kind: 'program-invited', mail })
    }
    return invited.map(({ id }, index) => ({
      id,
      ...(rows[index]?.id === undefined ? {} : { row: rows[index].id }),
    }))
  }
}
