import { type FormEvent, useRef } from 'react'

/** Prevents a second submit by Enter, since the field keeps the focus while the screen is blocked. */
export function useSubmit(send: () => Promise<void>): (event: FormEvent) => void {
  const isSending = useRef(false)
  const sendOnce = async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      await send()
    } finally {
      isSending.current = false
    }
  }
  return (event) => {
    event.preventDefault()
    void sendOnce()
  }
}
