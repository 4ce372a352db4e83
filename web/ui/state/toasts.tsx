import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { ToastContent } from './toast-content.ts'

const loadRegion = () => import('./toast-region.tsx')
const ToastRegion = lazy(() => loadRegion().then((module) => ({ default: module.ToastRegion })))

type ShowToast = (toast: ToastContent | string) => void

const ToastContext = createContext<ShowToast | undefined>(undefined)

/** Screen readers announce toasts politely; F6 moves there. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast outside of ToastProvider')
  return show
}

interface Labels {
  readonly region: string
  readonly close: string
}

/** The next user must not see these. */
export function ToastProvider({
  labels,
  children,
}: {
  readonly labels: Labels
  readonly children: ReactNode
}) {
  const [isUsed, setIsUsed] = useState(false)
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const show = useCallback<ShowToast>((toast) => {
    loadRegion()
      .then(({ addToast }) => {
        if (!isThere.current) return
        addToast(toast)
        setIsUsed(true)
      })
      .catch(() => undefined)
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      {isUsed && (
        <Suspense>
          <ToastRegion labels={labels} />
        </Suspense>
      )}
    </ToastContext>
  )
}
