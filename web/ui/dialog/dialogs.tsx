import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Message } from './message.ts'

const load = () => import('./message-dialog.tsx')
const MessageDialog = lazy(() => load().then((module) => ({ default: module.MessageDialog })))

/** Dialogs often report failed loads, so they load early. */
export const preloadDialogs = (): void => void load().catch(() => undefined)

export interface Dialogs {
  alert(message: Message): Promise<void>
  confirm(message: Message): Promise<boolean>
}

interface DialogRequest {
  readonly message: Message
  readonly id: number
  readonly asks: boolean
  readonly answer: (confirmed: boolean) => void
}

const DialogContext = createContext<Dialogs | undefined>(undefined)

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogContext)
  if (!dialogs) throw new Error('useDialogs outside of DialogProvider')
  return dialogs
}

interface Labels {
  readonly confirm: string
  readonly cancel: string
}

let nextId = 0

/** The network may be missing. */
function askPlainly({ text }: Message, asks: boolean): boolean {
  if (asks) return window.confirm(text)
  window.alert(text)
  return true
}

export function DialogProvider({
  labels,
  children,
}: {
  readonly labels: Labels
  readonly children: ReactNode
}) {
  const [waiting, setWaiting] = useState<readonly DialogRequest[]>([])
  const questions = useRef(new Set<string>())

  const ask = useCallback(async (message: Message, asks: boolean) => {
    const isDrawn = await load().then(
      () => true,
      () => false,
    )
    if (!isDrawn) return askPlainly(message, asks)
    return new Promise<boolean>((resolve) => {
      nextId += 1
      const id = nextId
      const answer = (confirmed: boolean) => {
        setWaiting((requests) => requests.filter((request) => request.id !== id))
        resolve(confirmed)
      }
      setWaiting((requests) => [...requests, { message, id, asks, answer }])
    })
  }, [])
  const askOnce = useCallback(
    async (message: Message) => {
      const { text } = message
      if (questions.current.has(text)) return false
      questions.current.add(text)
      try {
        return await ask(message, true)
      } finally {
        questions.current.delete(text)
      }
    },
    [ask],
  )
  const dialogs = useMemo<Dialogs>(
    () => ({ alert: async (message) => void (await ask(message, false)), confirm: askOnce }),
    [ask, askOnce],
  )
  const request = waiting[0]

  return (
    <DialogContext value={dialogs}>
      {children}
      {request && (
        <Suspense>
          <MessageDialog
            key={request.id}
            message={request.message}
            asks={request.asks}
            labels={labels}
            onAnswer={request.answer}
          />
        </Suspense>
      )}
    </DialogContext>
  )
}
