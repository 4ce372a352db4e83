import { type FormEvent, useRef } from 'react'

/** The field keeps the focus, so Enter could submit twice. */
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
