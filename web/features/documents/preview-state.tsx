import { Clock3, LoaderCircle } from 'lucide-react'
import { READING_ERRORS } from '../../../contract/core/errors-of-reading.ts'
import type { Language } from '../../../contract/core/language.ts'
import { type Item, isPreviewPending, UNVIEWABLE } from '../../../contract/features/documents.ts'
import type { Translate } from '../../lib/i18n.ts'
import { Chip } from '../../ui/chip.tsx'

interface PreviewStateProps {
  readonly item: Item
  readonly t: Translate
  readonly language: Language
}

/** How far the preview of a file has come, or why there is none. Of what can be read there is nothing to say. */
export function PreviewState({ item: { preview }, t, language }: PreviewStateProps) {
  if (preview === null || preview === 'READY') return null
  if (isPreviewPending(preview)) {
    const isWorking = preview === 'WORKING'
    return (
      <span className="items-converting">
        {isWorking ? <LoaderCircle /> : <Clock3 />}
        {t(isWorking ? 'documents.previewWorking' : 'documents.previewWaiting')}
      </span>
    )
  }
  const text = READING_ERRORS[UNVIEWABLE[preview]][language]
  return (
    <span data-tip={text}>
      <Chip tone="warn" text={t('documents.previewNone')} />
      <span className="hidden">{text}</span>
    </span>
  )
}
