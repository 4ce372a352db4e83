import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Document } from 'react-pdf'
import type { PdfPurpose } from '../../../contract/features/composed.ts'
import { type Ceremony, file } from '../../../contract/features/signing.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { requestPath } from '../../lib/api/request-path.ts'
import { useWidth } from '../../lib/browser/use-width.ts'
import { groupByPage } from '../../lib/group-by-page.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { PDF_OPTIONS } from '../../lib/pdf.ts'
import { IconButton } from '../../ui/button.tsx'
import { FailureState } from '../../ui/state/states.tsx'
import type { Fillings, OwnBox } from '../fillings.ts'
import { PageSheet } from './page-sheet.tsx'
import { usePinch } from './use-pinch.ts'
import { clampZoom } from './zoom.ts'

interface DocumentPagesProps {
  readonly ceremony: Ceremony
  readonly boxes: readonly OwnBox[]
  readonly fillings: Fillings
  readonly onBox: (box: OwnBox) => void
  readonly children: ReactNode
}

const WIDEST = 900
const VIEWING = { purpose: 'view' } satisfies { purpose: PdfPurpose }
const RANGE_BYTES = 262_144

/** A phone does not load the whole document. */
const OPTIONS = {
  ...PDF_OPTIONS,
  disableAutoFetch: true,
  disableStream: true,
  rangeChunkSize: RANGE_BYTES,
}

export function DocumentPages({ ceremony, boxes, fillings, onBox, children }: DocumentPagesProps) {
  const { t } = useTranslation()
  const api = useApi()
  const scroller = useRef<HTMLElement>(null)
  const room = useWidth(scroller)
  const [zoom, setZoom] = useState(1)
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setBroken] = useState(false)
  usePinch(scroller, zoom, setZoom)
  const source = useMemo(
    () => ({ url: requestPath(file.path, {}, VIEWING), httpHeaders: api.transportAuth().headers }),
    [api],
  )
  const { pages, annotations } = ceremony
  const numbered = useMemo(() => byPage(boxes), [boxes])
  const remarks = useMemo(() => groupByPage(annotations, ({ page }) => page), [annotations])
  const widest = Math.max(1, ...pages.map(({ width }) => width))
  const scale = (Math.min(WIDEST, Math.max(200, room - 16)) / widest) * zoom
  const readAgain = useCallback(() => {
    setBroken(false)
    setAttempt((before) => before + 1)
    scroller.current?.focus({ preventScroll: true })
  }, [])
  const step = (by: number) => setZoom(clampZoom(Math.round((zoom + by) * 4) / 4))

  return (
    <main
      ref={scroller}
      id="main"
      className="sign-pages"
      tabIndex={-1}
      aria-label={t('sign.document')}
    >
      {children}
      {isBroken ? (
        <FailureState
          text={t('sign.pdfFailed')}
          retryLabel={t('common.retry')}
          onRetry={readAgain}
        />
      ) : (
        room > 0 && (
          <Document
            key={attempt}
            file={source}
            options={OPTIONS}
            loading={<p className="sign-note">{t('common.loading')}</p>}
            error={<span />}
            onLoadError={() => setBroken(true)}
            onSourceError={() => setBroken(true)}
          >
            {pages.map((size, index) => (
              <PageSheet
                key={keyOf(index)}
                index={index}
                size={size}
                zoom={scale}
                boxes={numbered.get(index) ?? NONE}
                annotations={remarks.get(index) ?? NONE}
                fillings={fillings}
                onBox={onBox}
                onRetry={readAgain}
              />
            ))}
          </Document>
        )
      )}
      <div className="sign-zoom">
        <IconButton
          variant="plain"
          icon={ZoomOut}
          label={t('sign.zoomOut')}
          onClick={() => step(-0.25)}
        />
        <IconButton
          variant="plain"
          icon={Maximize2}
          label={t('sign.fit')}
          onClick={() => setZoom(1)}
        />
        <IconButton
          variant="plain"
          icon={ZoomIn}
          label={t('sign.zoomIn')}
          onClick={() => step(0.25)}
        />
      </div>
    </main>
  )
}

const NONE: readonly never[] = []

const keyOf = (index: number): string => `page-${index}`

const byPage = (boxes: readonly OwnBox[]) =>
  groupByPage(
    boxes.map((box, index) => ({ box, number: index + 1 })),
    ({ box }) => box.page,
  )
