import { useTranslation } from '../../../lib/i18n.ts'
import { QueryState } from '../../../ui/query-state.tsx'
import { useTemplate } from '../queries.ts'
import { DocumentDetails } from './document-details.tsx'

interface DocumentScreenProps {
  readonly roomId: number
  readonly templateId: number
  readonly onPreview: () => void
  readonly onOpen: (templateId: number) => void
}

/** One document with its people and what can be done with it. */
export function DocumentScreen({ roomId, templateId, onPreview, onOpen }: DocumentScreenProps) {
  const { t } = useTranslation()
  const template = useTemplate(templateId)
  if (template.data) return <DocumentDetails roomId={roomId} template={template.data} onPreview={onPreview} onOpen={onOpen} />
  return (
    <div className="document">
      <h1 className="hidden">{t('compose.title')}</h1>
      <QueryState query={template} count={5} />
    </div>
  )
}
