import { useTranslation } from '../../../lib/i18n.ts'
import { formatSpeed, spokenTime } from '../queue/speed-meter.ts'
import type { Tally } from '../queue/upload-entry.ts'
import type { UploadSnapshot } from '../queue/upload-queue.ts'

interface UploadWords {
  readonly start: (tally: Tally) => string
  readonly progress: (snapshot: UploadSnapshot) => readonly [title: string, detail: string]
  readonly summary: (tally: Tally) => string
}

export function useUploadWords(): UploadWords {
  const { t } = useTranslation()

  const timeLeft = (seconds: number): string => {
    const time = spokenTime(seconds)
    if (time.unit === 'hours')
      return t('uploads.hoursLeft', { hours: time.hours, minutes: time.minutes })
    return t(time.unit === 'minutes' ? 'uploads.minutesLeft' : 'uploads.secondsLeft', {
      count: time.count,
    })
  }
  const pace = (speed: number | undefined, bytesLeft: number): string => {
    if (speed === undefined || bytesLeft === 0) return ''
    // Estimates at low speed are wrong.
    return [formatSpeed(speed), speed < 1_000 ? '' : timeLeft(bytesLeft / speed)]
      .filter(Boolean)
      .join(' · ')
  }
  const missing = (count: number) => (count > 0 ? t('uploads.missing', { count }) : '')
  const result = ({ done, foldersDone, missing: fail }: Tally) => {
    const ok = done - foldersDone
    if (ok === 0) return missing(fail)
    if (fail > 0) return t('uploads.partial', { ok, fail })
    return ok === 1 ? t('uploads.okOne') : t('uploads.okMany', { count: ok })
  }
  const started = ({ total, folders }: Tally) =>
    total > folders
      ? t('uploads.started', { count: total - folders })
      : t('uploads.startedFolders', { count: folders })

  return {
    start: (tally) => missing(tally.missing) || started(tally),
    progress({ tally, speed, isPaused, isOffline, isBarred }) {
      const numbers = { done: tally.done, total: tally.total }
      if (isPaused) return [t('uploads.pausedProgress', numbers), '']
      if (isBarred) return [t('uploads.barred'), t('uploads.barredHint')]
      if (isOffline) return [t('uploads.offline'), t('uploads.offlineHint')]
      return [t('uploads.progress', numbers), pace(speed, tally.bytes - tally.sent)]
    },
    summary(tally) {
      if (tally.total === 0 && tally.skipped === 0) return t('uploads.canceledAll')
      const folders =
        tally.foldersDone > 0 ? t('uploads.foldersMade', { count: tally.foldersDone }) : ''
      const skipped = tally.skipped > 0 ? t('uploads.skippedMany', { count: tally.skipped }) : ''
      const canceled =
        tally.canceled > 0 ? t('uploads.canceledMany', { count: tally.canceled }) : ''
      const renamed = tally.renamed > 0 ? t('uploads.renamed', { count: tally.renamed }) : ''
      return [result(tally), folders, skipped, canceled, renamed].filter(Boolean).join(' ')
    },
  }
}
