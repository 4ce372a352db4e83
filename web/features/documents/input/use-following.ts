import { useEffect, useRef } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'

/** Each preview writes a log entry, so it waits. */
const FOLLOW_MS = 200

/** The open document follows the row that has the focus. */
export function useFollowing(isOpen: boolean): (action: (() => void) | undefined) => void {
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])
  useEffect(() => {
    if (!isOpen) cancel.current()
  }, [isOpen])
  return (action) => {
    cancel.current()
    cancel.current = action ? systemClock.after(FOLLOW_MS, action) : () => {}
  }
}
