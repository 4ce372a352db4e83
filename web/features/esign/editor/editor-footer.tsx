import { ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { zoomedIn, zoomedOut } from './zoom.ts'

interface EditorFooterProps {
  readonly name: string
  readonly zoom: number
  readonly page: number
  readonly total: number
  readonly onZoom: (zoom: number) => void
  readonly onFit: () => void
}

export function EditorFooter({ name, zoom, page, total, onZoom, onFit }: EditorFooterProps) {
  const { t } = useTranslation()
  return (
    <footer className="editor-foot">
      <span className="file-name meta">
        <FileName name={name} />
      </span>
      <span className="editor-foot-end">
        <IconButton
          icon={ZoomOut}
          size="small"
          label={t('compose.zoomOut')}
          onClick={() => onZoom(zoomedOut(zoom))}
        />
        <span className="numbers meta zoom-percent">
          {t('compose.percent', { percent: Math.round(zoom * 100) })}
        </span>
        <IconButton
          icon={ZoomIn}
          size="small"
          label={t('compose.zoomIn')}
          onClick={() => onZoom(zoomedIn(zoom))}
        />
        <Button size="small" variant="quiet" onClick={onFit}>
          {t('compose.fit')}
        </Button>
        <span className="numbers page-number">
          {t('compose.pageOf', { page: page + 1, total })}
        </span>
      </span>
    </footer>
  )
}
