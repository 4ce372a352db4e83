import { type FormEvent, useRef } from 'react'

/**
 * Sends a form, and not once more before that is over: what covers the screen meanwhile leaves the focus in the field, where Enter may be pressed
 * twice.
 */
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
