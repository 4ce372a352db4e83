import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addPasskey,
  newPasskeyOptions,
  proofOptions,
  prove,
  security,
} from '../../../contract/features/session/second-step.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'

type ApiPort = ReturnType<typeof useApi>

const KEY = ['security']

export function useSecurity(roomId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...KEY, roomId],
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(security, {}, { signal }),
  })
}

export function useSecurityChange<Given, Outcome>(
  change: (api: ApiPort, given: Given) => Promise<Outcome>,
) {
  const api = useApi()
  const queries = useQueryClient()
  const alertError = useErrorAlert()
  return useMutation({
    mutationFn: (given: Given) => change(api, given),
    onError: (error) => void alertError(error),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

/** @returns true if the person completed the prompt. */
export async function proveByPasskey(api: ApiPort): Promise<boolean> {
  const [options, { provePasskey }] = await Promise.all([
    api.call(proofOptions, {}),
    import('../../lib/browser/webauthn.ts'),
  ])
  const answer = await provePasskey(options)
  if (answer !== 'declined') await api.call(prove, { body: { proof: { by: 'passkey', answer } } })
  return answer !== 'declined'
}

export async function makeNewPasskey(
  api: ApiPort,
  name: string,
): Promise<'added' | 'declined' | 'known'> {
  const [options, { makePasskey }] = await Promise.all([
    api.call(newPasskeyOptions, {}),
    import('../../lib/browser/webauthn.ts'),
  ])
  const answer = await makePasskey(options)
  if (typeof answer === 'string') return answer
  await api.call(addPasskey, { body: { name, answer } })
  return 'added'
}
