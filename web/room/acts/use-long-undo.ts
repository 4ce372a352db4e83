import { ApiError } from '../../lib/api/api-error.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { LONG_MS } from '../../ui/dialog/long-wait.tsx'
import { closeToast } from '../../ui/state/close-toast.ts'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { useFollow } from './use-follow.ts'

const COUNT_MS = 5_000

/** `undo` returns the text to show. */
export function useLongUndo(
  roomId: number,
): (undo: (act: string) => Promise<string | undefined>) => Promise<void> {
  const { t } = useTranslation()
  const toast = useToast()
  const alertError = useErrorAlert()
  const follow = useFollow(roomId)
  return async (undo) => {
    const topic = `undo-${systemClock.now()}`
    let count: { readonly finished: number; readonly total: number } | undefined
    const onProgress = (finished: number, total: number) => {
      count = { finished, total }
    }
    const { outcome, stop } = follow({ onProgress }, undo)
    let cancel = () => {}
    let isStopping = false
    let isOver = false
    const onPress = () => {
      if (isOver) return
      isStopping = true
      stop()
      toast({ topic, text: t('item.stopping') })
    }
    const say = () => {
      if (isStopping) return
      toast({
        topic,
        text: count ? t('item.undoing', count) : t('actions.undoing'),
        action: { label: t('item.stop'), onPress },
      })
      cancel = systemClock.after(COUNT_MS, say)
    }
    cancel = systemClock.after(LONG_MS, say)
    const end = (text: string | undefined) => {
      isOver = true
      cancel()
      if (text === undefined) closeToast(topic)
      else toast({ topic, text })
    }
    try {
      end(await outcome)
    } catch (error) {
      const stopped =
        error instanceof ApiError && error.code === 'ACT_STOPPED' ? error.text : undefined
      end(stopped)
      if (stopped === undefined) await alertError(error)
    }
  }
}
