import { logout } from '../../contract/features/session.ts'
import type { Api } from '../lib/api.ts'

/** Ends a session on the server; the page may be gone before the answer comes. */
export const tellLogout = (api: Api, bearer: string): Promise<unknown> => api.call(logout, {}, { bearer, keepalive: true })
