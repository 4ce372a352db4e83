import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErrorCode, errorText as textOfCode } from '../../../contract/core/errors.ts'
import type { ViewStatus } from '../../../contract/features/renditions.ts'
import { useErrorText } from '../../lib/api-context.ts'
import { splitName } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageList } from './page-list.tsx'
import { type Opening, useLease } from './use-lease.ts'

interface ViewerPanelProps {
  readonly documentId: number
  /** The room's switch as far as it is known; when it changes, the pages are fetched anew. */
  readonly watermark: boolean | undefined
  /** Buttons beside the closing one. */
  readonly actions?: ReactNode
  readonly onClose: () => void
}

/** Why a document that is no READY one cannot be shown, as a code of the error table. */
const REFUSALS: Record<Exclude<ViewStatus, 'READY'>, ErrorCode> = {
  LOCKED: 'DOCUMENT_LOCKED',
  BROKEN: 'DOCUMENT_BROKEN',
  TOO_LARGE: 'DOCUMENT_TOO_LARGE',
  SLOW: 'DOCUMENT_SLOW',
  NO_PREVIEW: 'NO_PREVIEW',
}

/** A document beside its list. Takes the focus, and gives it back when it closes; Escape closes it. */
export function ViewerPanel({ documentId, watermark, actions, onClose }: ViewerPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const [page, setPage] = useState(1)
  const { opening, retry } = useLease(documentId)
  useFocusHere(panel)
  useEscape(onClose)

  const title = opening.kind === 'open' || opening.kind === 'refused' ? opening.opened.originName : t('viewer.label')
  const [stem, extension] = splitName(title)
  return (
    <section ref={panel} className="viewer" tabIndex={-1} aria-labelledby={id}>
      <header className="viewer-bar">
        <h2 id={id} className="name" title={title}>
          <span className="stem">{stem}</span>
          <span>{extension}</span>
        </h2>
        {opening.kind === 'open' && <span className="meta numbers">{t('viewer.position', { page, total: opening.pages.length })}</span>}
        {actions}
        <button type="button" className="button quiet square" aria-label={t('common.close')} title={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <ViewerBody opening={opening} watermark={watermark} onRetry={retry} onPage={setPage} />
    </section>
  )
}

interface ViewerBodyProps {
  readonly opening: Opening
  readonly watermark: boolean | undefined
  readonly onRetry: () => void
  readonly onPage: (page: number) => void
}

function ViewerBody({ opening, watermark, onRetry, onPage }: ViewerBodyProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const errorText = useErrorText()
  if (opening.kind === 'open') return <PageList lease={opening.lease} pages={opening.pages} watermark={watermark} onPage={onPage} />
  if (opening.kind === 'opening') {
    return (
      <div className="desk" role="status">
        <span className="hidden">{t('viewer.loading')}</span>
        <div className="sheets">
          <div className="sheet sheet-guess" />
        </div>
      </div>
    )
  }
  const { status } = opening.kind === 'refused' ? opening.opened : { status: undefined }
  const text =
    opening.kind === 'failed' ? errorText(opening.error) : status && status !== 'READY' ? textOfCode(REFUSALS[status], language) : ''
  return (
    <div className="desk empty" role="alert">
      <p>{text}</p>
      {opening.kind === 'failed' && (
        <button type="button" className="button" onClick={onRetry}>
          {t('common.retry')}
        </button>
      )}
    </div>
  )
}

function useFocusHere(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [panel])
}

function useEscape(onEscape: () => void): void {
  const leave = useEffectEvent(onEscape)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isOurs = event.key === 'Escape' && !event.isComposing && !event.defaultPrevented
      if (isOurs && document.querySelector('dialog[open]') === null) leave()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
