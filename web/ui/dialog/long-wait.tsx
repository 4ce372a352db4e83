import './long-wait.css'
import { type ReactNode, useEffect, useState } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'
import { WaitingBar } from '../state/waiting-bar.tsx'

export const LONG_MS = 1_000

/** How far something is that its person can stop. */
export interface LongAct {
  /** Undefined until something can be counted. */
  readonly bar?: ReactNode
  /** Undefined while nothing goes on. */
  readonly stop?: () => void
  readonly isStopping: boolean
  /** Undefined while it is quick. */
  readonly stopLabel?: string | undefined
  /** Such as that it was stopped, or empty. */
  readonly said: string
}

interface LongWaitProps {
  readonly isWaiting: boolean
  readonly text: string
  readonly act?: LongAct | undefined
}

/** Says what goes on once it takes long, and how an act ended. */
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
