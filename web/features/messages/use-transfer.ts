import { useEffect, useRef, useState } from 'react'
import type { Progress } from '../../lib/send-form.ts'
import { useLeaveWarning } from '../../lib/use-leave-warning.ts'

/** How far a message with a large file has come, and the way to stop it. */
export interface Transfer {
  /** From 0 to 1; at 1 the server looks at what it has got. */
  readonly share: number
  readonly stop: () => void
}

interface SendOptions {
  readonly signal: AbortSignal
  readonly onProgress: Progress
}

/** Follows what is sent, and stops it where the dialog goes away. */
export function useTransfer() {
  const [state, setState] = useState<Transfer>()
  const leaving = useRef<AbortController>(undefined)
  useLeaveWarning(state !== undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  return {
    state,
    async follow<T>(stopping: AbortController, send: (options: SendOptions) => Promise<T>): Promise<T> {
      const stop = () => stopping.abort()
      leaving.current = stopping
      setState({ share: 0, stop })
      try {
        return await send({ signal: stopping.signal, onProgress: (sent, total) => setState({ share: total > 0 ? sent / total : 0, stop }) })
      } finally {
        leaving.current = undefined
        setState(undefined)
      }
    },
  }
}
