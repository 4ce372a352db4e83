import { useState } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { LONG_MS, type LongAct } from '../../ui/dialog/long-wait.tsx'
import { CountedBar } from './counted-bar.tsx'
import { useFollow } from './use-follow.ts'

interface RunningAct {
  readonly done: number
  readonly total: number
  readonly isLong: boolean
  readonly isStopping: boolean
  readonly isLost: boolean
  readonly stop: () => void
}

interface LongActs {
  /** @returns false after a stop. Rejects if refused or if the outcome is unknown. */
  readonly run: (work: (act: string) => Promise<void>) => Promise<boolean>
  readonly shown: LongAct
}

export function useLongAct(roomId: number, waiting: string): LongActs {
  const { t } = useTranslation()
  const follow = useFollow(roomId)
  const [running, setRunning] = useState<RunningAct>()
  const [ended, setEnded] = useState('')
  const change = (part: Partial<RunningAct>) =>
    setRunning((current) => current && { ...current, ...part })

  const run: LongActs['run'] = async (work) => {
    const { outcome, stop } = follow(
      {
        onProgress: (done, total) => change({ done, total }),
        onLost: () => change({ isLost: true, isLong: true }),
      },
      work,
    )
    const cancel = systemClock.after(LONG_MS, () => change({ isLong: true }))
    const stopNow = () => {
      change({ isStopping: true })
      stop()
    }
    setEnded('')
    setRunning({
      done: 0,
      total: 0,
      isLong: false,
      isStopping: false,
      isLost: false,
      stop: stopNow,
    })
    try {
      await outcome
      return true
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'ACT_STOPPED')) throw error
      setEnded(error.text)
      return false
    } finally {
      cancel()
      setRunning(undefined)
    }
  }
  if (!running) return { run, shown: { isStopping: false, said: ended } }
  const { done, total, isLong, isStopping, isLost, stop } = running
  const said = isStopping ? t('item.stopping') : isLost ? t('item.outcomeAsked') : ''
  const stopLabel = isLong || isStopping ? t(isStopping ? 'item.stopping' : 'item.stop') : undefined
  return {
    run,
    shown: {
      bar: total > 0 ? <CountedBar name={waiting} done={done} total={total} /> : undefined,
      isStopping,
      stopLabel,
      stop,
      said,
    },
  }
}
