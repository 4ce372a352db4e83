import { useEffect, useRef, useState } from 'react'
import type { Progress } from '../../lib/api/send-form.ts'
import { useLeaveWarning } from '../../lib/browser/use-leave-warning.ts'

export interface Transfer {
  /** The share is 0 to 1. At 1 the server checks the file. */
  readonly share: number
  readonly stop: () => void
}

interface SendOptions {
  readonly signal: AbortSignal
  readonly onProgress: Progress
}

export function useTransfer() {
  const [state, setState] = useState<Transfer>()
  const leaving = useRef<AbortController>(undefined)
  useLeaveWarning(state !== undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  return {
    state,
    async follow<T>(
      stopping: AbortController,
      send: (options: SendOptions) => Promise<T>,
    ): Promise<T> {
      const stop = () => stopping.abort()
      leaving.current = stopping
      setState({ share: 0, stop })
      try {
        return await send({
          signal: stopping.signal,
          onProgress: (sent, total) => setState({ share: total > 0 ? sent / total : 0, stop }),
        })
      } finally {
        leaving.current = undefined
        setState(undefined)
      }
    },
  }
}
