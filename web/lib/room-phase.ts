import { createContext, useContext } from 'react'
import { READING_ERRORS } from '../../contract/core/errors-of-reading.ts'
import { ROLE } from '../../contract/core/limits.ts'
import { type Permission, refusalOf } from '../../contract/core/permissions.ts'
import type { Phase } from '../../contract/core/phase.ts'
import { useTranslation } from './i18n.ts'

const PhaseContext = createContext<Phase>('open')

/** The phase of the room in which one is. */
export const PhaseProvider = PhaseContext.Provider

/** Why something cannot be done, however far somebody has come: the room has come too far. It is the server that refuses it. */
export function usePhaseBlock(permission: Permission): string | undefined {
  const phase = useContext(PhaseContext)
  const { language } = useTranslation()
  const isRefused = refusalOf(permission, { state: 'raised', roleId: ROLE.operator, phase }) !== undefined
  return isRefused ? READING_ERRORS.ROOM_FROZEN[language] : undefined
}
