import './long-wait.css'
import { useEffect, useState } from 'react'
import { systemClock } from '../../lib/browser/clock.ts'
import { WaitingBar } from '../state/waiting-bar.tsx'

const LONG_MS = 1_000

interface LongWaitProps {
  readonly isWaiting: boolean
  readonly text: string
}

/** Says what goes on once it takes long, where parts cannot be counted. */
export function LongWait({ isWaiting, text }: LongWaitProps) {
  return (
    <div className="long-wait" role="status">
      {isWaiting && <Late text={text} />}
    </div>
  )
}

function Late({ text }: { readonly text: string }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => systemClock.after(LONG_MS, () => setLong(true)), [])
  return isLong ? (
    <>
      <WaitingBar />
      <p className="meta">{text}</p>
    </>
  ) : null
}
