import { useEffect, useState } from 'react'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import { useApi } from '../../lib/api-context.ts'
import { Lease, type PageSize } from './lease.ts'

export type Refusal = Exclude<ViewStatus, 'READY'>

/** How far the opening of a document has come. */
export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'refused'; readonly name: string; readonly status: Refusal }
  | { readonly kind: 'open'; readonly name: string; readonly pages: readonly PageSize[]; readonly lease: Lease }

async function openWith(lease: Lease): Promise<Opening> {
  try {
    const opened = await lease.open()
    const { originName: name, status } = opened
    return status === 'READY' ? { kind: 'open', name, pages: await lease.pages(opened), lease } : { kind: 'refused', name, status }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/** Holds a lease while the document is on the screen, and gives it back after. For one document: the component that shows it is keyed by it. */
export function useLease(documentId: number): Opening {
  const api = useApi()
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' })

  useEffect(() => {
    const lease = new Lease(api, documentId)
    let isLeft = false
    void openWith(lease).then((next) => {
      if (!isLeft) setOpening(next)
    })
    const giveBack = () => lease.close()
    addEventListener('pagehide', giveBack)
    return () => {
      isLeft = true
      removeEventListener('pagehide', giveBack)
      giveBack()
    }
  }, [api, documentId])

  return opening
}
