import { FileUp } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { UploadButton } from './upload-button.tsx'

interface HomeScreenProps {
  readonly roomId: number
  readonly onOpen: (templateId: number) => void
}

/** Nothing is chosen yet: what can be done. */
export function HomeScreen({ roomId, onOpen }: HomeScreenProps) {
  const { t } = useTranslation()
  useTitle(t('compose.title'), t('app.title'))
  return (
    <div className="compose-home">
      <h1 className="hidden">{t('compose.title')}</h1>
      <EmptyState icon={FileUp} text={t('compose.selectHint')} action={<UploadButton roomId={roomId} onUploaded={onOpen} takesDrops />} />
      <p className="meta compose-drop-hint">{t('compose.uploadDrop')}</p>
    </div>
  )
}
