import { type DraftKind, drop, keep, read } from '../../contract/features/drafts.ts'
import type { Api } from '../lib/api/api.ts'

export interface DraftCalls {
  read(signal: AbortSignal): Promise<string | undefined>
  keep(text: string, keepalive: boolean): Promise<void>
  drop(): Promise<void>
}

const chains = new WeakMap<Api, Map<DraftKind, Promise<unknown>>>()

/** One call at a time keeps deleted drafts from reappearing. */
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
    keep: (text, keepalive) =>
      queue((as) => api.call(keep, { ...given, body: { text } }, { bearer: as, keepalive })),
    drop: () => queue((as) => api.call(drop, given, { bearer: as })),
  }
}
