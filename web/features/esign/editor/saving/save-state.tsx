import { useSyncExternalStore } from 'react'
import { type TextKey, useTranslation } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
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
  readonly isLocked: boolean
  readonly onReload: () => void
  readonly onInsist: () => void
}

export function SaveStateLine({ saver, isLocked, onReload, onInsist }: SaveStateProps) {
  const { t } = useTranslation()
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  if (isLocked && state === 'saved') return null
  const words =
    state === 'refused' ? t('compose.refused', { reason: saver.reason() }) : t(WORDS[state])
  return (
    <span className="save-state meta" data-state={state}>
      <span role="status">
        {state === 'saving' || state === 'waiting' ? (
          <span aria-hidden="true">{words}</span>
        ) : (
          words
        )}
      </span>
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
