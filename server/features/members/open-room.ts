import type { Language } from '../../../contract/core/errors.ts'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type RoomRequest, roomOf, takeSeats } from '../rooms/index.ts'
import { type DrawnCode, drawCode, mailCode, mailPin } from './mails/mail-secret.ts'
import type { MemberParts } from './members.parts.ts'
import { insertMember } from './members.store.ts'
import { type DrawnPin, drawPin, issuePin } from './pins/issue-pin.ts'

export interface OpenRoomRequest extends RoomRequest {
  readonly operatorName: string
  readonly operatorEmail: string
}

/** These values are shown once and never stored. */
export interface OpenedRoom {
  readonly roomId: number
  readonly roomNo: string
  readonly pin: string
  readonly code: string
}

type CreateRoom = (tx: Tx, request: RoomRequest) => Promise<{ roomId: number; roomNo: string }>

export async function openRoom(
  tx: Tx,
  parts: Pick<MemberParts, 'secrets' | 'clock'>,
  createRoom: CreateRoom,
  request: OpenRoomRequest,
): Promise<OpenedRoom> {
  const { code, hash } = await drawCode(parts.secrets)
  const { memberId, ...room } = await openWithOperator(tx, parts, createRoom, {
    request,
    codeHash: hash,
  })
  const pin = await issuePin(
    tx,
    parts,
    { roomId: room.roomId, memberId, replacement: false },
    await drawPin(parts.secrets),
  )
  return { ...room, pin, code }
}

export interface DrawnOperator {
  readonly code: DrawnCode
  readonly pin: DrawnPin
}

/** Hashes PIN and code in turn, before the transaction. */
export async function drawOperator(secrets: MemberParts['secrets']): Promise<DrawnOperator> {
  const code = await drawCode(secrets)
  return { code, pin: await drawPin(secrets) }
}

interface MailedRoom {
  readonly request: OpenRoomRequest
  readonly drawn: DrawnOperator
  readonly inviter: string
  readonly language: Language
}

export async function openRoomByMail(
  tx: Tx,
  parts: Pick<MemberParts, 'secrets' | 'clock' | 'outbox' | 'publicUrl'>,
  createRoom: CreateRoom,
  { request, drawn: { code, pin }, inviter, language }: MailedRoom,
): Promise<{ roomId: number; roomNo: string }> {
  const { memberId, ...room } = await openWithOperator(tx, parts, createRoom, {
    request,
    codeHash: code.hash,
  })
  const member = { id: memberId, name: request.operatorName, email: request.operatorEmail }
  const to = { member, room: await roomOf(tx, room.roomId), language }
  await mailPin(tx, parts, to, pin, {
    inviter: { name: inviter, email: '', division: '', phone: '' },
    occasion: 'invitation',
  })
  await mailCode(tx, parts, to, code, true)
  return room
}

async function openWithOperator(
  tx: Tx,
  { clock }: Pick<MemberParts, 'clock'>,
  createRoom: CreateRoom,
  { request, codeHash }: { readonly request: OpenRoomRequest; readonly codeHash: string },
): Promise<{ roomId: number; roomNo: string; memberId: number }> {
  const { roomId, roomNo } = await createRoom(tx, request)
  await takeSeats(tx, await roomOf(tx, roomId), 1)
  const { memberId } = await insertMember(tx, {
    roomId,
    roleId: ROLE.operator,
    name: request.operatorName,
    email: request.operatorEmail,
    division: '',
    position: '',
    phone: '',
    print: true,
    download: true,
    codeHash,
    createdAt: clock.now(),
  })
  return { roomId, roomNo, memberId }
}
