import { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type Clipboard, createClipboard } from '../features/documents/index.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { endPrinting } from '../lib/browser/print-natively.ts'
import { closePrintWindow } from '../lib/browser/print-window.ts'
import type { AppContext } from './app-context.ts'

export const ELEVATED_KEY = ['raised']

/** The next session must not receive this data. */
export interface SessionScope {
  readonly queries: QueryClient
  readonly clipboard: Clipboard
  close(): void
}

const SessionScopeContext = createContext<SessionScope | undefined>(undefined)

export const SessionScopeProvider = SessionScopeContext.Provider

export function useSessionScope(): SessionScope {
  const sessionScope = useContext(SessionScopeContext)
  if (!sessionScope) throw new Error('useWorkroom outside of WorkroomProvider')
  return sessionScope
}

const RETRIES = 2

/** Gateway responses carry no server error codes. */
const GATEWAY = [502, 503, 504]

export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'OFFLINE' || GATEWAY.includes(error.http))

export function openSessionScope({ onRefused }: AppContext): SessionScope {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        networkMode: 'always',
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  const clipboard = createClipboard()
  const stopListening = onRefused((error) => {
    if (error.code === 'NOT_RAISED') queries.setQueryData(ELEVATED_KEY, false)
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
