import { useSyncExternalStore } from 'react'
import { type TextKey, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { Saver, SaveState } from './saver.ts'

const WORDS: Readonly<Record<Exclude<SaveState, 'refused'>, TextKey>> = {
  saved: 'compose.saved',
  waiting: 'compose.waiting',
  saving: 'compose.saving',
  failed: 'compose.notSaved',
  conflict: 'compose.conflict',
}

interface SaveStateProps {
  readonly saver: Pick<Saver<unknown>, 'state' | 'reason' | 'subscribe' | 'flush'>
  /** Nothing can be changed any more: only what was lost by that is told. */
  readonly isLocked: boolean
  readonly onReload: () => void
  /** Saves over what somebody else has changed. */
  readonly onInsist: () => void
}

/** Says whether what is seen is saved. */
export function SaveStateLine({ saver, isLocked, onReload, onInsist }: SaveStateProps) {
  const { t } = useTranslation()
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  if (isLocked && state === 'saved') return null
  const words = state === 'refused' ? t('compose.refused', { reason: saver.reason() }) : t(WORDS[state])
  return (
    <span className="save-state meta" data-state={state}>
      {/* What passes within a moment is not read out. */}
      <span role="status">{state === 'saving' || state === 'waiting' ? <span aria-hidden="true">{words}</span> : words}</span>
      {state === 'failed' && (
        <Button size="small" onClick={() => void saver.flush()}>
          {t('common.retry')}
        </Button>
      )}
      {(state === 'conflict' || state === 'refused') && (
        <Button size="small" onClick={onReload}>
          {t('compose.reload')}
        </Button>
      )}
      {state === 'conflict' && (
        <Button size="small" onClick={onInsist}>
          {t('compose.keepMine')}
        </Button>
      )}
    </span>
  )
}
