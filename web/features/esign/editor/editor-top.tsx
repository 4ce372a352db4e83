import { ArrowLeft, Redo2, Send, Undo2 } from 'lucide-react'
import type { Dispatch, ReactNode } from 'react'
import type { Template } from '../../../../contract/features/composed.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { DocumentStatus } from '../status-words.tsx'
import type { EditorAction, EditorState } from './editor-state.ts'
import type { Pieces } from './pieces/pieces.ts'
import { SaveStateLine } from './saving/save-state.tsx'
import type { Saver } from './saving/saver.ts'

interface EditorTopProps {
  readonly template: Template
  readonly isFromPreview: boolean
  readonly hasNoPosition: boolean
  readonly isLocked: boolean
  readonly history: EditorState['history']
  readonly dispatch: Dispatch<EditorAction>
  readonly saver: Saver<Pieces>
  readonly onLeave: () => void
  readonly onReload: () => void
  readonly onInsist: () => void
  readonly onInvite: () => void
  readonly settings: ReactNode
}

export function EditorTop(props: EditorTopProps) {
  const {
    template,
    isFromPreview,
    hasNoPosition,
    isLocked,
    history,
    dispatch,
    saver,
    onLeave,
    onReload,
    onInsist,
    onInvite,
    settings,
  } = props
  const { t } = useTranslation()
  const { name, status, waterMark } = template
  return (
    <header className="editor-top">
      <IconButton icon={ArrowLeft} label={t('compose.closeEditor')} onClick={onLeave} />
      <h1 className="file-name editor-name" aria-label={name}>
        <FileName name={name} />
      </h1>
      <span className="editor-chips">
        {isFromPreview ? <Chip text={t('compose.pending')} /> : <DocumentStatus status={status} />}
        {hasNoPosition && <Chip tone="warn" text={t('compose.noPosition')} />}
        {waterMark && <Chip text={t('compose.hasWatermark')} />}
      </span>
      <span className="editor-top-end">
        <SaveStateLine saver={saver} isLocked={isLocked} onReload={onReload} onInsist={onInsist} />
        {!isLocked && (
          <>
            <IconButton
              icon={Undo2}
              label={t('compose.undo')}
              disabled={history.past.length === 0}
              onClick={() => dispatch({ type: 'undo' })}
            />
            <IconButton
              icon={Redo2}
              label={t('compose.redo')}
              disabled={history.future.length === 0}
              onClick={() => dispatch({ type: 'redo' })}
            />
          </>
        )}
        {settings}
        {!isLocked && (
          <Button variant="primary" icon={Send} onClick={onInvite}>
            {t('compose.invite')}
          </Button>
        )}
      </span>
    </header>
  )
}
