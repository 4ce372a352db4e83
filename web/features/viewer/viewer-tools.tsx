import { Maximize2, Minimize2, PanelLeft, ZoomIn, ZoomOut } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { PageField } from './page-field.tsx'
import { FIT, isLargest, isSmallest, zoomedIn, zoomedOut } from './zoom.ts'

export interface ViewerToolsProps {
  readonly page: number
  readonly total: number
  readonly zoom: number
  readonly hasThumbnails: boolean
  readonly isFullScreen: boolean
  readonly onGo: (page: number) => void
  readonly onZoom: Dispatch<SetStateAction<number>>
  readonly onThumbnails: () => void
  readonly onFullScreen: () => void
}

/** What can be done with a document that is open. */
export function ViewerTools(props: ViewerToolsProps) {
  const { page, total, zoom, hasThumbnails, isFullScreen, onGo, onZoom, onThumbnails, onFullScreen } = props
  const { t } = useTranslation()
  const percent = t('viewer.percent', { percent: Math.round(zoom * 100) })
  return (
    <>
      <IconButton size="small" icon={PanelLeft} label={t('viewer.thumbnails')} aria-pressed={hasThumbnails} onClick={onThumbnails} />
      <PageField page={page} total={total} onGo={onGo} />
      <span className="viewer-zoom">
        <IconButton
          size="small"
          icon={ZoomOut}
          label={t('viewer.zoomOut')}
          blockedBecause={isSmallest(zoom) ? t('viewer.smallest') : undefined}
          onClick={() => onZoom(zoomedOut)}
        />
        <Button
          size="small"
          variant="quiet"
          aria-label={`${percent} ${t('viewer.fitWidth')}`}
          data-tip={t('viewer.fitWidth')}
          onClick={() => onZoom(FIT)}
        >
          <span className="viewer-percent numbers">{percent}</span>
        </Button>
        <IconButton
          size="small"
          icon={ZoomIn}
          label={t('viewer.zoomIn')}
          blockedBecause={isLargest(zoom) ? t('viewer.largest') : undefined}
          onClick={() => onZoom(zoomedIn)}
        />
      </span>
      <span className="wide-only">
        <IconButton
          size="small"
          icon={isFullScreen ? Minimize2 : Maximize2}
          label={t(isFullScreen ? 'viewer.leaveFullScreen' : 'viewer.fullScreen')}
          onClick={onFullScreen}
        />
      </span>
    </>
  )
}
