import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { viewAs } from '../../../contract/features/session.ts'
import { storedInTab } from '../../lib/stored.ts'
import { type Changes, fitting, isSession, type SessionRecord, type SessionStore } from './session-store.ts'

/** The room as another person sees it: role and rights are that person's, and its token reads and nothing else. */
export type ViewRecord = SessionRecord & { readonly viewAs: PayloadOut<typeof viewAs>['viewAs'] }

interface Kept {
  readonly view: ViewRecord
  /** The token of the operator's own session: with it the view is over. */
  readonly own: string
}

const isKept = (value: unknown): value is Kept => {
  if (typeof value !== 'object' || value === null) return false
  const { view, own } = value as Partial<Kept>
  return isSession(view) && typeof view.viewAs?.memberId === 'number' && typeof view.viewAs.name === 'string' && typeof own === 'string'
}

/** A view that is over: of whom, and why, where that was not the wish of whoever viewed. */
interface LeftView {
  readonly memberId: number
  readonly reason?: string
}

/** What an operator views as another person, in this tab alone: every other tab stays the operator's own. */
export interface ViewStore extends Pick<SessionStore, 'subscribe' | 'update'> {
  read(): ViewRecord | undefined
  begin(opened: PayloadOut<typeof viewAs>): void
  /** @param reason is told, where the view ended by itself. */
  end(reason?: string): void
  /** The last view that is over, until the way back from it is gone. */
  left(): LeftView | undefined
  /** The reason was told. */
  tell(): void
  /** Whoever viewed is back. */
  forget(): void
}

/** Kept in the storage of the tab, and no longer than the session out of which it was opened. */
export function createViewStore(sessions: SessionStore): ViewStore {
  const stored = storedInTab('view', fitting(isKept))
  const listeners = new Set<() => void>()
  let left: LeftView | undefined
  const notify = () => {
    for (const listener of listeners) listener()
  }
  stored.subscribe(notify)

  const read = (): ViewRecord | undefined => {
    const kept = stored.read()
    return kept && kept.own === sessions.read()?.jwt ? kept.view : undefined
  }
  const setLeft = (next: LeftView | undefined) => {
    left = next
    notify()
  }
  sessions.subscribe(() => {
    if (stored.read() && !read()) {
      left = undefined
      stored.write(undefined)
    }
  })

  return {
    read,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin(opened) {
      const own = sessions.read()?.jwt
      if (own === undefined) return
      left = undefined
      stored.write({ view: { ...opened, agreed: true }, own })
    },
    update(changes: Changes) {
      const kept = stored.read()
      if (kept) stored.write({ ...kept, view: { ...kept.view, ...changes } })
    },
    end(reason) {
      const view = read()
      if (!view) return
      left = { memberId: view.viewAs.memberId, ...(reason === undefined ? {} : { reason }) }
      stored.write(undefined)
    },
    left: () => left,
    tell: () => left && setLeft({ memberId: left.memberId }),
    forget: () => setLeft(undefined),
  }
}
