import { useCallback, useEffect, useState } from 'react'
import { type Ceremony, open, state as stateOf } from '../../contract/features/signing.ts'
import { useApi } from '../lib/api/api-context.ts'
import { ApiError, type FailureCode } from '../lib/api/api-error.ts'
import type { EndedKind } from './ended-screen.tsx'
import { keptFillings } from './use-fillings.ts'

export type CeremonyState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly ceremony: Ceremony }
  | { readonly kind: 'ended'; readonly as: EndedKind }
  | { readonly kind: 'failed'; readonly text: string | undefined }

const ENDED: Partial<Record<FailureCode, EndedKind>> = {
  SIGN_LINK: 'link',
  SIGN_EXPIRED: 'expired',
  SIGN_CANCELLED: 'cancelled',
  SIGN_DECLINED: 'declined',
  SIGN_NOT_YET: 'notYet',
  ROOM_CLOSED: 'closed',
}

export const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.http === 401 || error.code === 'ROOM_FROZEN')

const endedBy = (error: unknown): EndedKind | undefined =>
  error instanceof ApiError ? ENDED[error.code] : undefined

export function useCeremony(token: string | undefined) {
  const api = useApi()
  const [state, setState] = useState<CeremonyState>(
    token === undefined ? { kind: 'ended', as: 'link' } : { kind: 'loading' },
  )
  const end = useCallback((as: EndedKind) => setState({ kind: 'ended', as }), [])

  const load = useCallback(async () => {
    if (token === undefined) return
    try {
      const ceremony = await api.call(stateOf, {})
      const isFirst = ceremony.status === 'SENT' && ceremony.participant.status === 'INVITED'
      setState({ kind: 'there', ceremony: isFirst ? await api.call(open, {}) : ceremony })
    } catch (error) {
      const as = endedBy(error)
      if (as) {
        // A new link or a reopened room may continue.
        if (as === 'link' || as === 'expired' || as === 'closed') keptFillings.putAside()
        else if (as !== 'notYet') keptFillings.forget()
        return end(as)
      }
      // The signer may be filling in the screen.
      setState((before) =>
        before.kind === 'there'
          ? before
          : { kind: 'failed', text: error instanceof ApiError ? error.text : undefined },
      )
    }
  }, [api, token, end])

  useEffect(() => void load(), [load])
  return { state, load, end }
}
