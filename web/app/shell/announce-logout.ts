import { logout } from '../../../contract/features/session.ts'
import type { Api } from '../../lib/api/api.ts'

/** The page may close before the answer. */
export const announceLogout = (api: Api, bearer: string): Promise<unknown> => api.call(logout, {}, { bearer, keepalive: true })
