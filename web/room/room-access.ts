import { createContext, useContext } from 'react'
import { READING_ERRORS } from '../../contract/core/errors/errors-of-reading.ts'
import { ROLE } from '../../contract/core/limits.ts'
import { inRoom } from '../../contract/core/links/room-address.ts'
import { type OperatorScope, type Permission, refusalOf } from '../../contract/core/permissions.ts'
import type { Phase } from '../../contract/core/phase.ts'
import type { Numbering } from '../../contract/features/documents/numbering.ts'
import { useTranslation } from '../lib/i18n.ts'

interface RoomAccess {
  readonly phase: Phase
  readonly scope: OperatorScope
  readonly numbering: Numbering
  readonly roomNo?: string | undefined
}

const AccessContext = createContext<RoomAccess>({ phase: 'open', scope: 'full', numbering: 'off' })

export const RoomAccessProvider = AccessContext.Provider

/** Returns why the room's phase forbids the action. The server enforces it. */
export function usePhaseBlock(permission: Permission): string | undefined {
  const { phase } = useContext(AccessContext)
  const { language } = useTranslation()
  const isRefused =
    refusalOf(permission, {
      state: 'raised',
      roleId: ROLE.operator,
      scope: 'full',
      submits: false,
      leads: false,
      phase,
    }) !== undefined
  return isRefused ? READING_ERRORS.ROOM_FROZEN[language] : undefined
}

export const useIsContentOperator = (): boolean => useContext(AccessContext).scope === 'content'

/** People send addresses, so they name the room. */
export function useInRoom(): (href: string) => string {
  const { roomNo } = useContext(AccessContext)
  return (href) => (roomNo === undefined ? href : inRoom(href, roomNo))
}

export const useNumbering = (): Numbering => useContext(AccessContext).numbering
