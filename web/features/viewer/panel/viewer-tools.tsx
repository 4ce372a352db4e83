import { Maximize2, Minimize2, PanelLeft, Search, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { preloadMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { ViewerReading } from '../use-reading.ts'
import { PageField } from './page-field.tsx'
import { type ViewActions, ViewMenu } from './view-menu.tsx'
import { isLargest, isSmallest } from './zoom.ts'

interface ViewerToolsProps {
  readonly reading: ViewerReading
  readonly hasThumbnails: boolean
  readonly isFullScreen: boolean
  readonly onThumbnails: () => void
  readonly onFullScreen: () => void
}

export function ViewerTools({
  reading,
  hasThumbnails,
  isFullScreen,
  onThumbnails,
  onFullScreen,
}: ViewerToolsProps) {
  const { page, total, level, scale, actions } = reading
  const { t } = useTranslation()
  return (
    <>
      <span className="viewer-tools-group">
        <IconButton
          size="small"
          icon={PanelLeft}
          label={t('viewer.thumbnails')}
          aria-pressed={hasThumbnails}
          onClick={onThumbnails}
        />
        <PageField page={page} total={total} onGo={reading.goTo} />
      </span>
      <span className="viewer-tools-group">
        <IconButton
          size="small"
          icon={ZoomOut}
          label={t('viewer.zoomOut')}
          blockedBecause={isSmallest(level) ? t('viewer.smallest') : undefined}
          onClick={reading.zoomOut}
        />
        <ViewButton scale={scale} actions={actions} />
        <IconButton
          size="small"
          icon={ZoomIn}
          label={t('viewer.zoomIn')}
          blockedBecause={isLargest(level) ? t('viewer.largest') : undefined}
          onClick={reading.zoomIn}
        />
      </span>
      <span className="viewer-tools-group">
        <IconButton
          size="small"
          icon={Search}
          label={t('viewer.find')}
          aria-expanded={reading.isFinding}
          onClick={actions.find}
        />
        <span className="wide-only">
          <IconButton
            size="small"
            icon={isFullScreen ? Minimize2 : Maximize2}
            label={t(isFullScreen ? 'viewer.leaveFullScreen' : 'viewer.fullScreen')}
            onClick={onFullScreen}
          />
        </span>
      </span>
    </>
  )
}

function ViewButton({
  scale,
  actions,
}: {
  readonly scale: number | undefined
  readonly actions: ViewActions
}) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element>()
  const percent =
    scale === undefined ? '' : t('viewer.percent', { percent: Math.round(scale * 100) })
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`${percent} ${t('viewer.view')}`.trim()}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        data-tip={t('viewer.view')}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className="viewer-percent numbers">{percent}</span>
      </Button>
      {anchor && (
        <ViewMenu anchor={anchor} actions={actions} onClose={() => setAnchor(undefined)} />
      )}
    </>
  )
}
