import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { refusalOf } from '../../../../contract/core/permissions.ts'
import { fetchTicket, type ticket } from '../../../../contract/features/renditions.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { deleteTicketsBeyond, insertTicket, type TicketSubject } from '../delivery.store.ts'
import { isMarked, type PortionParts, takePortion } from '../portion.ts'
import { documentVersion } from '../subjects.read.ts'
import { sizesFor } from './download-document.ts'
import { planZip } from './plan-zip.ts'

type IssueTicketInput = z.output<(typeof ticket)['body']>

/** A ticket is known by its token, of which only the hash is stored. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Refuses early, while the page can show it. @returns 256 random bits as text, and whether marking comes first */
export async function issueTicket(
  parts: PortionParts & Pick<DeliveryParts, 'above'>,
  actor: Actor,
  request: IssueTicketInput,
  signal: AbortSignal,
): Promise<{ readonly token: string; readonly isMarked: boolean }> {
  const { kind, fileIds, version } = request
  const [itemId, another] = fileIds
  let marked = false
  if (kind === 'zip' && version === undefined) await planZip(parts, actor, fileIds)
  else if (
    kind === 'archive' &&
    version === undefined &&
    itemId !== undefined &&
    another === undefined
  )
    await parts.above.archives.permissionsFor(actor, itemId)
  else if (kind === 'download' && itemId !== undefined && another === undefined) {
    const refused = version === undefined ? undefined : refusalOf('documents.survey', actor)
    if (refused) throw new Refusal(refused)
    const subject = documentVersion(visibleItems(actor), itemId, version, sizesFor(actor))
    marked = isMarked((await takePortion(parts, actor, subject, 'download', signal)).portion)
  } else throw new Refusal('BAD_REQUEST')

  const token = await storeTicket(parts, actor, { kind, itemIds: fileIds, versionNumber: version })
  return { token, isMarked: marked }
}

/** The caller authorizes the subject. */
export async function storeTicket(
  { database, clock }: Pick<DeliveryParts, 'database' | 'clock'>,
  { roomId, memberId, sessionId }: Actor,
  subject: TicketSubject,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await database.transaction(async (tx) => {
    await insertTicket(tx, {
      hash: hashOf(token),
      roomId,
      memberId,
      sessionId,
      subject,
      at: clock.now(),
    })
    await deleteTicketsBeyond(tx, memberId, LIMITS.ticketsPerMember)
  })
  return token
}

export const ticketUrl = (token: string): string => fetchTicket.path.replace(':ticket', token)
