import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'

const SHOWN_MS = 4_000

const ToastContext = createContext<((text: string) => void) | undefined>(undefined)

/** Says a result in passing: shown for a moment, read out politely. */
export function useToast(): (text: string) => void {
  const toast = useContext(ToastContext)
  if (!toast) throw new Error('useToast outside of ToastProvider')
  return toast
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const toast = useCallback((next: string) => {
    clearTimeout(timer.current)
    setText(next)
    timer.current = setTimeout(() => setText(''), SHOWN_MS)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <ToastContext value={toast}>
      {children}
      <div className="toast" role="status">
        {text !== '' && <p>{text}</p>}
      </div>
    </ToastContext>
  )
}
