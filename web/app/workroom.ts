import { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type Clipboard, createClipboard } from '../features/documents/index.ts'
import { ApiError } from '../lib/api-error.ts'
import { endPrinting } from '../lib/print-natively.ts'
import { closePrintWindow } from '../lib/print-window.ts'
import type { House } from './house.ts'

/** Whether the server has opened the operator area for this session. Set by its answers alone. */
export const RAISED_KEY = ['raised']

/** What one session works with: its copies of lists, its clipboard. Nothing of it is left for the next. */
export interface Workroom {
  readonly queries: QueryClient
  readonly clipboard: Clipboard
  close(): void
}

const WorkroomContext = createContext<Workroom | undefined>(undefined)

export const WorkroomProvider = WorkroomContext.Provider

/** What the session of this screen works with. */
export function useWorkroom(): Workroom {
  const workroom = useContext(WorkroomContext)
  if (!workroom) throw new Error('useWorkroom outside of WorkroomProvider')
  return workroom
}

const RETRIES = 2

/** A gateway in front of a server that is being started anew has no code of ours. */
const GATEWAY = [502, 503, 504]

/** Whether nobody was there to answer. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || GATEWAY.includes(error.http))

/** For one session; it must be closed with it. */
export function openWorkroom({ onRefused }: House): Workroom {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < RETRIES && isPassing(error), networkMode: 'always', staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
  })
  const clipboard = createClipboard()
  const stopListening = onRefused((error) => {
    if (error.code === 'NOT_RAISED') queries.setQueryData(RAISED_KEY, false)
  })
  return {
    queries,
    clipboard,
    close() {
      stopListening()
      clipboard.write(undefined)
      endPrinting()
      closePrintWindow()
      queries.clear()
    },
  }
}
