import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import {
  list,
  register,
  registerOptions,
  remove,
  rename,
  state,
} from '../../../contract/features/passkeys.ts'
import { useApi } from '../../lib/api/api-context.ts'

export type Passkey = PayloadOut<typeof list>[number]

type ApiPort = ReturnType<typeof useApi>

const KEY = ['passkeys']

/** Browsers bind passkeys to the server's origin. */
const isHere = (origin: string | null): boolean =>
  origin === window.location.origin && 'PublicKeyCredential' in window

export function usePasskeyState() {
  const api = useApi()
  const query = useQuery({
    queryKey: [...KEY, 'state'],
    queryFn: ({ signal }) => api.call(state, {}, { signal }),
    select: ({ origin, count }) => ({
      isOffered: isHere(origin),
      hasAny: isHere(origin) && count > 0,
    }),
  })
  const { isOffered = false, hasAny = false } = query.data ?? {}
  return {
    isKnown: query.isSuccess || query.isError,
    isOffered,
    hasAny,
    lookAgain: () => void query.refetch(),
  }
}

export function usePasskeys() {
  const api = useApi()
  return useQuery({
    queryKey: [...KEY, 'list'],
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(list, { query: {} }, { signal }),
  })
}

export function usePasskeyChange<Given, Outcome>(
  change: (api: ApiPort, given: Given) => Promise<Outcome>,
) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => change(api, given),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

export async function addPasskey(
  api: ApiPort,
  name: string,
): Promise<Passkey | 'declined' | 'known'> {
  const [options, { makePasskey }] = await Promise.all([
    api.call(registerOptions, {}),
    import('../../lib/browser/webauthn.ts'),
  ])
  const answer = await makePasskey(options)
  return typeof answer === 'string' ? answer : api.call(register, { body: { name, answer } })
}

export const renamePasskey = (
  api: ApiPort,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
): Promise<null> => api.call(rename, { body: { id, name } })

export const removePasskey = (api: ApiPort, { id }: Passkey): Promise<null> =>
  api.call(remove, { body: { id } })
