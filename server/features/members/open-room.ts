import { ROLE } from '../../../contract/core/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { bookMembers, type RoomRequest } from '../rooms/index.ts'
import { drawPin, issuePin } from './issue-pin.ts'
import { drawCode } from './mail-secret.ts'
import type { MemberParts } from './members.parts.ts'
import { insertMember } from './members.store.ts'

export interface OpenRoomRequest extends RoomRequest {
  readonly operatorName: string
  /** An address that was checked before. */
  readonly operatorEmail: string
}

/** What is told once, to the person at the machine, and is stored nowhere. */
export interface OpenedRoom {
  readonly roomId: number
  readonly roomNo: string
  /** 16 digits. */
  readonly pin: string
  /** 9 characters. */
  readonly code: string
}

/** Makes a room with its first operator. */
export async function openRoom(
  tx: Tx,
  parts: Pick<MemberParts, 'secrets' | 'clock'>,
  createRoom: (tx: Tx, request: RoomRequest) => Promise<{ roomId: number; roomNo: string }>,
  request: OpenRoomRequest,
): Promise<OpenedRoom> {
  const { roomId, roomNo } = await createRoom(tx, request)
  const { code, hash: codeHash } = await drawCode(parts.secrets)
  await bookMembers(tx, roomId, 1)
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
