import { useCallback, useEffect, useState } from 'react'
import { type Ceremony, open, state as stateOf } from '../../contract/features/signing.ts'
import { useApi } from '../lib/api-context.ts'
import { ApiError, type FailureCode } from '../lib/api-error.ts'
import type { EndedKind } from './ended-screen.tsx'

export type CeremonyState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly ceremony: Ceremony }
  | { readonly kind: 'ended'; readonly as: EndedKind }
  /** `text`: what the server said, if it did. */
  | { readonly kind: 'failed'; readonly text: string | undefined }

const ENDED: Partial<Record<FailureCode, EndedKind>> = {
  SIGN_LINK: 'link',
  SIGN_EXPIRED: 'expired',
  SIGN_CANCELLED: 'cancelled',
  SIGN_DECLINED: 'declined',
  SIGN_NOT_YET: 'notYet',
  ROOM_CLOSED: 'closed',
}

/** How a document has ended for this signer, if that is what a refusal says. */
const endedBy = (error: unknown): EndedKind | undefined => (error instanceof ApiError ? ENDED[error.code] : undefined)

/** The document of the link, read when the page opens and whenever it may have changed. */
export function useCeremony(token: string | undefined) {
  const api = useApi()
  const [state, setState] = useState<CeremonyState>(token === undefined ? { kind: 'ended', as: 'link' } : { kind: 'loading' })
  const end = useCallback((as: EndedKind) => setState({ kind: 'ended', as }), [])

  const load = useCallback(async () => {
    if (token === undefined) return
    try {
      const ceremony = await api.call(stateOf, {})
      const isFirst = ceremony.status === 'SENT' && ceremony.participant.status === 'INVITED'
      setState({ kind: 'there', ceremony: isFirst ? await api.call(open, {}) : ceremony })
    } catch (error) {
      const as = endedBy(error)
      if (as) return end(as)
      // What is on the screen stays there: somebody may be filling it in.
      setState((before) =>
        before.kind === 'there' ? before : { kind: 'failed', text: error instanceof ApiError ? error.text : undefined },
      )
    }
  }, [api, token, end])

  useEffect(() => void load(), [load])
  return { state, load, end }
}
