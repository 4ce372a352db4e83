import { useState } from 'react'
import { stop as stopAct } from '../../../contract/features/documents/acts.ts'
import type { LiveEvent } from '../../../contract/features/session.ts'
import type { Api } from '../../lib/api/api.ts'
import { ACT_PROGRESS, useApi } from '../../lib/api/api-context.ts'
import { pause, systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { LONG_MS, type LongAct } from '../../ui/dialog/long-wait.tsx'
import { ProgressBar } from '../../ui/state/progress-bar.tsx'

interface Running {
  readonly done: number
  /** 0 until the server has counted. */
  readonly total: number
  readonly isLong: boolean
  readonly isStopping: boolean
  readonly stop: () => void
}

interface LongActs {
  /** @param work gives the name to the server. Rejects with ACT_STOPPED where nothing was done. */
  readonly run: <T>(work: (act: string) => Promise<T>) => Promise<T>
  readonly shown: LongAct | undefined
}

const STOP_AGAIN_MS = 500

/** A page that came over plain HTTP has no `randomUUID`. */
const newName = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** An act in one transaction, counted by the server. It ends as its own answer says, which a stop may come too late for. */
export function useLongAct(roomId: number): LongActs {
  const { t } = useTranslation()
  const api = useApi()
  const [running, setRunning] = useState<Running>()
  const change = (part: Partial<Running>) => setRunning((current) => current && { ...current, ...part })

  const run: LongActs['run'] = async (work) => {
    const act = newName()
    const over = new AbortController()
    const hear = (event: Event) => {
      const { detail } = event as CustomEvent<Extract<LiveEvent, { readonly type: 'progress' }>>
      if (detail.act === act) change({ done: detail.done, total: detail.total })
    }
    addEventListener(ACT_PROGRESS, hear, { signal: over.signal })
    const cancel = systemClock.after(LONG_MS, () => change({ isLong: true }))
    const stop = () => {
      change({ isStopping: true })
      void stopUntilOver(api, { roomId, act }, over.signal)
    }
    setRunning({ done: 0, total: 0, isLong: false, isStopping: false, stop })
    try {
      return await work(act)
    } finally {
      over.abort()
      cancel()
      setRunning(undefined)
    }
  }
  if (!running) return { run, shown: undefined }
  const { done, total, isLong, isStopping, stop } = running
  const count = t('item.progress', { finished: done, total })
  const bar = total > 0 && (
    <div className="long-wait-bar">
      <ProgressBar label={count} share={done / total} />
      <span className="meta numbers">{count}</span>
    </div>
  )
  const stopLabel = isLong || isStopping ? t(isStopping ? 'item.stopping' : 'item.stop') : undefined
  return { run, shown: { bar: bar || undefined, isStopping, stopLabel, stop } }
}

/** The act may not have begun yet, or its notice may be lost, so that it is asked for until the act is over. */
async function stopUntilOver(api: Api, body: { readonly roomId: number; readonly act: string }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await api.call(stopAct, { body }, { signal }).catch(() => undefined)
    if (!signal.aborted) await pause(systemClock, STOP_AGAIN_MS, signal)
  }
}
