import { useSyncExternalStore } from 'react'
import { type TextKey, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { Saver, SaveState } from './saver.ts'

const WORDS: Readonly<Record<SaveState, TextKey>> = {
  saved: 'compose.saved',
  waiting: 'compose.waiting',
  saving: 'compose.saving',
  failed: 'compose.notSaved',
  conflict: 'compose.conflict',
}

interface SaveStateProps {
  readonly saver: Pick<Saver<unknown>, 'state' | 'subscribe' | 'flush'>
  readonly onReload: () => void
  /** Saves over what somebody else has changed. */
  readonly onInsist: () => void
}

/** Says whether what is seen is saved. */
export function SaveStateLine({ saver, onReload, onInsist }: SaveStateProps) {
  const { t } = useTranslation()
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  return (
    <span className="save-state meta" data-state={state}>
      {/* What passes within a moment is not read out. */}
      <span role="status">
        {state === 'saving' || state === 'waiting' ? <span aria-hidden="true">{t(WORDS[state])}</span> : t(WORDS[state])}
      </span>
      {state === 'failed' && (
        <Button size="small" onClick={() => void saver.flush()}>
          {t('common.retry')}
        </Button>
      )}
      {state === 'conflict' && (
        <>
          <Button size="small" onClick={onReload}>
            {t('compose.reload')}
          </Button>
          <Button size="small" onClick={onInsist}>
            {t('compose.keepMine')}
          </Button>
        </>
      )}
    </span>
  )
}
