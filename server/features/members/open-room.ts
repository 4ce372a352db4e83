import { ROLE } from '../../../contract/core/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type RoomRequest, roomOf, takeSeats } from '../rooms/index.ts'
import { drawCode } from './mails/mail-secret.ts'
import type { MemberParts } from './members.parts.ts'
import { insertMember } from './members.store.ts'
import { drawPin, issuePin } from './pins/issue-pin.ts'

export interface OpenRoomRequest extends RoomRequest {
  readonly operatorName: string
  /** The address is already validated. */
  readonly operatorEmail: string
}

/** These values are shown once and never stored. */
export interface OpenedRoom {
  readonly roomId: number
  readonly roomNo: string
  /** 16 digits. */
  readonly pin: string
  /** 9 characters. */
  readonly code: string
}

export async function openRoom(
  tx: Tx,
  parts: Pick<MemberParts, 'secrets' | 'clock'>,
  createRoom: (tx: Tx, request: RoomRequest) => Promise<{ roomId: number; roomNo: string }>,
  request: OpenRoomRequest,
): Promise<OpenedRoom> {
  const { roomId, roomNo } = await createRoom(tx, request)
  const { code, hash: codeHash } = await drawCode(parts.secrets)
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
    createdAt: parts.clock.now(),
  })
  const pin = await issuePin(tx, parts, { roomId, memberId, replacement: false }, await drawPin(parts.secrets))
  return { roomId, roomNo, pin, code }
}
