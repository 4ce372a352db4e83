import './long-wait.css'
import { type ReactNode, useEffect, useState } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'
import { WaitingBar } from '../state/waiting-bar.tsx'

export const LONG_MS = 1_000

/** How far something is that its person can stop. */
export interface LongAct {
  /** Undefined until something can be counted. */
  readonly bar: ReactNode
  readonly stop: () => void
  readonly isStopping: boolean
  /** Undefined while it is quick. */
  readonly stopLabel: string | undefined
}

interface LongWaitProps {
  readonly isWaiting: boolean
  readonly text: string
  /** Takes the place of the bar that counts nothing. */
  readonly bar?: ReactNode
}

/** Says what goes on once it takes long. */
export function LongWait({ isWaiting, text, bar }: LongWaitProps) {
  return <div className="long-wait">{isWaiting && <Late text={text} bar={bar} />}</div>
}

function Late({ text, bar }: Pick<LongWaitProps, 'text' | 'bar'>) {
  const [isLong, setLong] = useState(false)
  useEffect(() => systemClock.after(LONG_MS, () => setLong(true)), [])
  return (
    <>
      {isLong && (bar ?? <WaitingBar />)}
      <p className="meta" role="status">
        {isLong ? text : ''}
      </p>
    </>
  )
}
