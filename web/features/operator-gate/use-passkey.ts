import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { raiseByPasskey, raiseOptions } from '../../../contract/features/passkeys.ts'
import { useApi } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'

const loadWebAuthn = () => import('../../lib/webauthn.ts')

/** How it came out that was not the right passkey; `failed`: browser or device cannot. */
export type PasskeyProblem = 'declined' | 'refused' | 'failed'

/** Opens the operator area with a passkey. What the browser asks goes with the gate. */
export function usePasskey(outcome: { onOpen: () => void; onProblem: (problem: PasskeyProblem | ApiError) => void }) {
  const api = useApi()
  useEffect(() => {
    const loading = loadWebAuthn().catch(() => undefined)
    return () => void loading.then((webauthn) => webauthn?.stopAsking())
  }, [])

  return useMutation({
    mutationFn: async () => {
      const [options, { provePasskey }] = await Promise.all([api.call(raiseOptions, {}), loadWebAuthn()])
      const answer = await provePasskey(options)
      if (answer === 'declined') return answer
      const { checked } = await api.call(raiseByPasskey, { body: answer })
      return checked ? 'open' : 'refused'
    },
    onSuccess: (result) => (result === 'open' ? outcome.onOpen() : outcome.onProblem(result)),
    onError: (error) => outcome.onProblem(error instanceof ApiError ? error : 'failed'),
  })
}
