import { useEffect, useState } from 'react'
import { useApi } from '../../lib/api-context.ts'
import { Lease, type Opened, type PageSize } from './lease.ts'

/** How far the opening of a document has come. */
export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'refused'; readonly opened: Opened }
  | { readonly kind: 'open'; readonly opened: Opened; readonly pages: readonly PageSize[]; readonly lease: Lease }

const OPENING: Opening = { kind: 'opening' }

/** Holds a lease while the document is on the screen, and gives it back after. */
export function useLease(documentId: number): { readonly opening: Opening; retry(): void } {
  const api = useApi()
  const [opening, setOpening] = useState<Opening>(OPENING)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const lease = new Lease(api, documentId)
    let isCurrent = attempt >= 0
    const tell = (next: Opening) => {
      if (isCurrent) setOpening(next)
    }
    const start = async () => {
      tell(OPENING)
      try {
        const opened = await lease.open()
        if (opened.status === 'READY') tell({ kind: 'open', opened, pages: await lease.pages(opened), lease })
        else tell({ kind: 'refused', opened })
      } catch (error) {
        tell({ kind: 'failed', error })
      }
    }
    const leave = () => lease.close()
    addEventListener('pagehide', leave)
    void start()
    return () => {
      isCurrent = false
      removeEventListener('pagehide', leave)
      lease.close()
    }
  }, [api, documentId, attempt])

  return { opening, retry: () => setAttempt((count) => count + 1) }
}
