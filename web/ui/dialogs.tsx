import { createContext, type ReactNode, useCallback, useContext, useId, useMemo, useState } from 'react'
import { Modal } from './modal.tsx'

/** The lettering over a dialog; always English. */
const TITLES = { check: 'Check !', succeed: 'Succeed', error: 'Error' } as const

interface Message {
  readonly tone: keyof typeof TITLES
  /** In place of the lettering. */
  readonly title?: string
  readonly text: string
  readonly detail?: ReactNode
}

/** The dialogs of the house; both resolve when the person has answered. */
export interface Dialogs {
  alert(message: Message): Promise<void>
  confirm(message: Message): Promise<boolean>
}

interface Request extends Message {
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

/** Shows one dialog after the other, in the order in which they were asked for. */
export function DialogProvider({ labels, children }: { readonly labels: Labels; readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Request[]>([])

  const ask = useCallback(
    (message: Message, asks: boolean) =>
      new Promise<boolean>((resolve) => {
        nextId += 1
        const id = nextId
        const answer = (confirmed: boolean) => {
          setWaiting((requests) => requests.filter((request) => request.id !== id))
          resolve(confirmed)
        }
        setWaiting((requests) => [...requests, { ...message, id, asks, answer }])
      }),
    [],
  )
  const dialogs = useMemo<Dialogs>(
    () => ({ alert: async (message) => void (await ask(message, false)), confirm: (message) => ask(message, true) }),
    [ask],
  )
  const request = waiting[0]

  return (
    <DialogContext value={dialogs}>
      {children}
      {request && <MessageDialog key={request.id} request={request} labels={labels} />}
    </DialogContext>
  )
}

/** The safe button comes first, so that it has the focus. */
function MessageDialog({ request, labels }: { readonly request: Request; readonly labels: Labels }) {
  const id = useId()
  return (
    <Modal labelledBy={id} onDismiss={() => request.answer(false)}>
      <h2 id={id} lang={request.title ? undefined : 'en'} className="lettering">
        {request.title ?? TITLES[request.tone]}
      </h2>
      <p>{request.text}</p>
      {request.detail}
      <div className="modal-buttons">
        {request.asks && (
          <button type="button" className="button" onClick={() => request.answer(false)}>
            {labels.cancel}
          </button>
        )}
        <button type="button" className="button primary" onClick={() => request.answer(true)}>
          {labels.confirm}
        </button>
      </div>
    </Modal>
  )
}
