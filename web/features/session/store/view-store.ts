import type { PayloadOut } from '../../../../contract/core/operation.ts'
import type { viewAs } from '../../../../contract/features/session.ts'
import { storedInTab } from '../../../lib/browser/stored.ts'
import type { ViewSubject } from '../../../room/view-subject.ts'
import { fitting, isSession, type SessionRecord } from './session-record.ts'
import type { SessionChanges, SessionStore } from './session-store.ts'

export type ViewRecord = SessionRecord & { readonly viewAs: Viewed }

type Viewed = PayloadOut<typeof viewAs>['viewAs']

interface KeptView {
  readonly view: ViewRecord
  /** The view ends with the operator's own session. */
  readonly own: string
}

const isKept = (value: unknown): value is KeptView => {
  if (typeof value !== 'object' || value === null) return false
  const { view, own } = value as Partial<KeptView>
  return isSession(view) && isViewed(view.viewAs) && typeof own === 'string'
}

const isViewed = (
  viewed: Partial<Viewed & { memberId: number; groupId: number }> | undefined,
): boolean =>
  typeof viewed?.name === 'string' &&
  (typeof viewed.memberId === 'number' || typeof viewed.groupId === 'number')

interface LeftView {
  readonly subject: ViewSubject
  readonly reason?: string
}

export interface ViewStore extends Pick<SessionStore, 'subscribe' | 'update'> {
  read(): ViewRecord | undefined
  begin(opened: PayloadOut<typeof viewAs>): void
  end(reason?: string): void
  left(): LeftView | undefined
  report(): void
  forget(): void
}

/** The view lasts at most as long as the session that opened it. */
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
  /** A view of another session would reappear with the next link into its room. */
  const dropForeign = () => {
    if (stored.read() && !read()) {
      left = undefined
      stored.write(undefined)
    }
  }
  dropForeign()
  sessions.subscribe(dropForeign)

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
    update(changes: SessionChanges) {
      const kept = stored.read()
      if (kept) stored.write({ ...kept, view: { ...kept.view, ...changes } })
    },
    end(reason) {
      const view = read()
      if (!view) return
      left = { subject: view.viewAs, ...(reason === undefined ? {} : { reason }) }
      stored.write(undefined)
    },
    left: () => left,
    report: () => left && setLeft({ subject: left.subject }),
    forget: () => setLeft(undefined),
  }
}
