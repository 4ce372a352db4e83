import { leave } from '../../../contract/features/session/own-rooms.ts'
import { logout } from '../../../contract/features/session.ts'
import type { Api } from '../../lib/api/api.ts'

/** The page may close before the answer. @param isLast also ends the browser's proof of an address. */
export const announceLogout = (api: Api, bearer: string, isLast: boolean): Promise<unknown> =>
  Promise.allSettled([
    api.call(logout, {}, { bearer, keepalive: true }),
    ...(isLast ? [api.call(leave, { body: { everywhere: false } }, { keepalive: true })] : []),
  ])
