import { createContext, useContext } from 'react'
import { READING_ERRORS } from '../../contract/core/errors/errors-of-reading.ts'
import { ROLE } from '../../contract/core/limits.ts'
import { type Permission, refusalOf } from '../../contract/core/permissions.ts'
import type { Phase } from '../../contract/core/phase.ts'
import { useTranslation } from '../lib/i18n.ts'

const PhaseContext = createContext<Phase>('open')

export const PhaseProvider = PhaseContext.Provider

/** Returns why the room's phase forbids the action. The server enforces it. */
export function usePhaseBlock(permission: Permission): string | undefined {
  const phase = useContext(PhaseContext)
  const { language } = useTranslation()
  const isRefused = refusalOf(permission, { state: 'raised', roleId: ROLE.operator, phase }) !== undefined
  return isRefused ? READING_ERRORS.ROOM_FROZEN[language] : undefined
}
