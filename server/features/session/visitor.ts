import { randomBytes } from 'node:crypto'
import type { Language } from '../../../contract/core/errors.ts'
import type { Doer } from '../activity/index.ts'
import type { Entrant } from '../members/index.ts'

/** Where somebody stands who wants to enter. */
export interface Visitor {
  readonly address: string
  /** The token by which the browser may be known. */
  readonly device?: string | undefined
  /** The bearer token of a session that the browser holds; the new session takes its place. */
  readonly bearer?: string | undefined
  readonly userAgent: string
  readonly language: Language
}

/** 128 bits in base64url, 22 characters. */
export const drawToken = (): string => randomBytes(16).toString('base64url')

/** Somebody of a room, in the log. */
export type DoerOfRoom = Doer & { readonly memberId: number }

/** The person of a membership as the activity log has them. */
export function doerOf({ room_id, id, user_id, name, position, email }: Entrant, address: string): DoerOfRoom {
  return { roomId: room_id, memberId: id, userId: user_id, name, position, email, address }
}
