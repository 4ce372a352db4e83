import { queryOptions } from '@tanstack/react-query'
import {
  list,
  prove,
  proveOptions,
  register,
  registerOptions,
} from '../../../contract/features/session/address-passkeys.ts'
import type { Api } from '../../lib/api/api.ts'
import { ownBearer, PROVEN_KEY } from './own-rooms-query.ts'

export const ownPasskeysQuery = (api: Api) =>
  queryOptions({
    queryKey: [...PROVEN_KEY, 'passkeys'],
    async queryFn({ signal }) {
      const { payload: passkeys, beside } = await api.page(list, {}, { signal, ...ownBearer(api) })
      return { passkeys, ...beside }
    },
  })

/** Browsers offer passkeys only on named hosts in secure contexts. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  !/^[\d.]+$|^\[/.test(window.location.hostname)

/** @throws also errors of the browser */
export async function addOwnPasskey(
  api: Api,
  name: string,
): Promise<'added' | 'declined' | 'known'> {
  const bearer = ownBearer(api)
  const [options, { makePasskey }] = await Promise.all([
    api.call(registerOptions, {}, bearer),
    import('../../lib/browser/webauthn.ts'),
  ])
  const answer = await makePasskey(options)
  if (typeof answer === 'string') return answer
  await api.call(register, { body: { name, answer } }, bearer)
  return 'added'
}

/** @throws also errors of the browser */
export async function proveByPasskey(api: Api): Promise<'proven' | 'declined'> {
  const bearer = ownBearer(api)
  const [options, { provePasskey }] = await Promise.all([
    api.call(proveOptions, {}, bearer),
    import('../../lib/browser/webauthn.ts'),
  ])
  const answer = await provePasskey(options)
  if (answer === 'declined') return answer
  await api.call(prove, { body: answer }, bearer)
  return 'proven'
}
