import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Ceremony } from '../../contract/features/signing.ts'
import { type Fillings, fillingsIn, inReadingOrder, keptText } from './fillings.ts'

const KEY = 'sign.fillings'

const readKept = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Forgets what was filled in: it has been sent, or nobody will. */
export function forgetFillings(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is nothing to forget.
  }
}

/** What the signer has filled in: kept in this tab, so that neither a reload nor a lost connection takes it. */
export function useFillings(token: string, ceremony: Ceremony) {
  const boxes = useMemo(() => inReadingOrder(ceremony.boxes), [ceremony.boxes])
  const [fillings, setFillings] = useState<Fillings>(() => fillingsIn(readKept(), token, boxes))
  useEffect(() => {
    try {
      sessionStorage.setItem(KEY, keptText(token, fillings))
    } catch {
      // It does not fit, or nothing is stored here: it stays in memory.
    }
  }, [token, fillings])
  const fill = useCallback((change: (before: Fillings) => Fillings) => setFillings(change), [])
  return { boxes, fillings, fill }
}
