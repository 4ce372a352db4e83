import { randomBytes } from 'node:crypto'
import type { Language } from '../../../../contract/core/errors.ts'
import type { AuditActor } from '../../audit/index.ts'
import type { Entrant } from '../../members/index.ts'

export interface Visitor {
  readonly address: string
  readonly device?: string | undefined
  readonly bearer?: string | undefined
  readonly userAgent: string
  readonly language: Language
}

export const drawToken = (): string => randomBytes(16).toString('base64url')

export type AuditActorOfRoom = AuditActor & { readonly memberId: number }

export function auditActorOf(
  { room_id, id, user_id, name, position, email }: Entrant,
  address: string,
): AuditActorOfRoom {
  return { roomId: room_id, memberId: id, userId: user_id, name, position, email, address }
}
