import '../../../ui/field/field.css'
import './editor.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useTemplate } from '../queries.ts'
import { Editor } from './editor.tsx'

interface EditorScreenProps {
  readonly roomId: number
  readonly templateId: number
  readonly isFromPreview: boolean
  readonly settings: ReactNode
  readonly notice: ReactNode
}

export function EditorScreen({
  roomId,
  templateId,
  isFromPreview,
  settings,
  notice,
}: EditorScreenProps) {
  const { t } = useTranslation()
  const template = useTemplate(templateId, 'always')
  const [round, setRound] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { isError, error, isFetching, refetch } = template
  // An open editor keeps its first data, so these must be fresh.
  if (!isOpen && template.isFetchedAfterMount && !isError) setOpen(true)
  if (!isOpen || !template.data) {
    return (
      <main id="main" className="editor-waits" tabIndex={-1} aria-label={t('compose.title')}>
        <QueryState
          query={{ isPending: !isError, isError, error, isFetching, refetch }}
          count={6}
        />
      </main>
    )
  }
  return (
    <Editor
      key={`${templateId} ${round}`}
      roomId={roomId}
      template={template.data}
      isFromPreview={isFromPreview}
      settings={settings}
      notice={notice}
      onReload={async () => {
        await template.refetch()
        setRound((before) => before + 1)
      }}
    />
  )
}
