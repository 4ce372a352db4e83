import { type DraftKind, drop, keep, read } from '../../contract/features/drafts.ts'
import type { Api } from './api.ts'

/** What is asked of the server for one kind of draft, of one person. */
export interface DraftCalls {
  /** What is kept once everything that was asked before is done; undefined where there is nothing. */
  read(signal: AbortSignal): Promise<string | undefined>
  /** @param keepalive lets the call outlive the page. */
  keep(text: string, keepalive: boolean): Promise<void>
  drop(): Promise<void>
}

const chains = new WeakMap<Api, Map<DraftKind, Promise<unknown>>>()

/**
 * One call after the other, whichever dialog asks, so that what was forgotten is neither kept nor given back after all.
 * All speak for the session that is open now, whoever has entered by the time when it is their turn; where none is, they do nothing.
 */
export function draftCallsOf(api: Api, kind: DraftKind): DraftCalls {
  const bearer = api.bearer()
  const given = { params: { kind } }
  const ofApi = chains.get(api) ?? new Map<DraftKind, Promise<unknown>>()
  chains.set(api, ofApi)
  const before = () => ofApi.get(kind) ?? Promise.resolve()
  const queue = (call: (bearer: string) => Promise<unknown>): Promise<void> => {
    if (bearer === undefined) return Promise.resolve()
    const done = before().then(async () => void (await call(bearer)))
    ofApi.set(
      kind,
      done.catch(() => undefined),
    )
    return done
  }
  return {
    async read(signal) {
      await before()
      if (bearer === undefined || signal.aborted) return undefined
      return (await api.call(read, given, { bearer, signal }))?.text
    },
    keep: (text, keepalive) => queue((as) => api.call(keep, { ...given, body: { text } }, { bearer: as, keepalive })),
    drop: () => queue((as) => api.call(drop, given, { bearer: as })),
  }
}
