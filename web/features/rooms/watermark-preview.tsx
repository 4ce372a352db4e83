import './watermark-preview.css'
import { useId, useState } from 'react'
import { formatMinute } from '../../../contract/core/room-time.ts'
import { layoutWatermark, WATERMARK_COLORS, type WatermarkRun, watermarkText } from '../../../paper/watermark/layout.ts'
import { systemClock } from '../../lib/clock.ts'
import { ROOM_ZONE } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Modal, ModalClose } from '../../ui/modal.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'

interface WatermarkPreviewProps {
  readonly email: string
  readonly onClose: () => void
}

/** A4 lying down, in points: the mark can be read without scrolling. */
const PAGE = { width: 842, height: 595 }

function colourOf(tone: WatermarkRun['tone']): string {
  const { rgb, opacity } = WATERMARK_COLORS.onLight[tone]
  return `rgb(${rgb.join(' ')} / ${opacity})`
}

/** The mark as it lies over a page: 30 lines in 3 columns, with the reader's own address and the moment. */
export function WatermarkPreview({ email, onClose }: WatermarkPreviewProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text] = useState(() => watermarkText({ email, at: formatMinute(new Date(systemClock.now()), ROOM_ZONE) }))
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-hint`} size="wide" onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('room.watermarkPreview')}
      </h2>
      <p id={`${id}-hint`} className="meta">
        {t('room.watermarkHint')}
      </p>
      <ScrollArea className="watermark-desk" label={t('room.watermarkPreview')}>
        <MarkedPage text={text} />
      </ScrollArea>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}

function MarkedPage({ text }: { readonly text: string }) {
  const { runs, fontSize, angle, tiles } = layoutWatermark(PAGE, text)
  return (
    <svg className="watermark-page" viewBox={`0 0 ${PAGE.width} ${PAGE.height}`} fontSize={fontSize} role="img" aria-label={text}>
      {tiles.map(({ x, y }) => (
        <text key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${angle})`} textAnchor="middle" dominantBaseline="central">
          {runs.map((run) => (
            <tspan key={run.text} fill={colourOf(run.tone)} fontWeight={run.tone === 'seal' ? 600 : undefined}>
              {run.text}
            </tspan>
          ))}
        </text>
      ))}
    </svg>
  )
}
