import { Activity, ArrowLeftRight, Copy, FileSearch, Fullscreen, RotateCcw, RotateCw, Scan } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { LazyMenu } from '../../ui/lazy-menu.tsx'
import type { MenuAnchor } from '../../ui/menu-place.tsx'

/** How the pages can be looked at. */
export interface ViewActions {
  readonly fitWidth: () => void
  readonly fitPage: () => void
  /** As large as on paper, or as an image has pixels. */
  readonly trueSize: () => void
  readonly turnRight: () => void
  readonly turnLeft: () => void
  readonly find: () => void
  /** Shows what was done with the document; undefined where that may not be known. */
  readonly activity: (() => void) | undefined
}

interface ViewMenuProps {
  readonly anchor: MenuAnchor
  readonly actions: ViewActions
  /** Copies what is selected; undefined while nothing is. */
  readonly onCopy?: (() => void) | undefined
  readonly hasFind?: boolean
  readonly onClose: () => void
}

/** The menu of a document that is open: at the button in its bar, and wherever the pages are clicked with the other button. */
export function ViewMenu({ anchor, actions, onCopy, hasFind = false, onClose }: ViewMenuProps) {
  const { t } = useTranslation()
  return (
    <Suspense>
      <LazyMenu
        label={t('viewer.view')}
        anchor={anchor}
        onClose={onClose}
        actions={[
          ...(onCopy ? [{ id: 'copy', label: t('viewer.copy'), icon: Copy, onAction: onCopy }] : []),
          ...(hasFind ? [{ id: 'find', label: t('viewer.find'), icon: FileSearch, onAction: actions.find }] : []),
          { id: 'width', label: t('viewer.fitWidth'), icon: ArrowLeftRight, onAction: actions.fitWidth },
          { id: 'page', label: t('viewer.fitPage'), icon: Fullscreen, onAction: actions.fitPage },
          { id: 'true-size', label: t('viewer.trueSize'), icon: Scan, onAction: actions.trueSize },
          { id: 'right', label: t('viewer.turnRight'), icon: RotateCw, onAction: actions.turnRight },
          { id: 'left', label: t('viewer.turnLeft'), icon: RotateCcw, onAction: actions.turnLeft },
          ...(actions.activity
            ? [{ id: 'activity', label: t('actions.activity'), icon: Activity, group: 1, onAction: actions.activity }]
            : []),
        ]}
      />
    </Suspense>
  )
}
