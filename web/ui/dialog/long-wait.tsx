import './long-wait.css'
import { type ReactNode, useEffect, useState } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'
import { WaitingBar } from '../state/waiting-bar.tsx'

export const LONG_MS = 1_000

export interface LongAct {
  readonly bar?: ReactNode
  readonly stop?: () => void
  readonly isStopping: boolean
  readonly stopLabel?: string | undefined
  readonly said: string
}

interface LongWaitProps {
  readonly isWaiting: boolean
  readonly text: string
  readonly act?: LongAct | undefined
}

export function LongWait({ isWaiting, text, act }: LongWaitProps) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const cancel = systemClock.after(LONG_MS, () => setLong(true))
    return () => {
      cancel()
      setLong(false)
    }
  }, [isWaiting])
  return (
    <div className="long-wait">
      {isLong && (act?.bar ?? <WaitingBar />)}
      <p className="meta" role="status">
        {act?.said || (isLong ? text : '')}
      </p>
    </div>
  )
}
