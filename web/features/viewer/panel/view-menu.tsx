import {
  Activity,
  ArrowLeftRight,
  Copy,
  FileSearch,
  Fullscreen,
  RotateCcw,
  RotateCw,
  Scan,
} from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'

export interface ViewActions {
  readonly fitWidth: () => void
  readonly fitPage: () => void
  /** It shows print size, or one CSS pixel per image pixel. */
  readonly trueSize: () => void
  readonly turnRight: () => void
  readonly turnLeft: () => void
  readonly find: () => void
  readonly activity: (() => void) | undefined
}

interface ViewMenuProps {
  readonly anchor: MenuAnchor
  readonly actions: ViewActions
  readonly onCopy?: (() => void) | undefined
  readonly hasFind?: boolean
  readonly onClose: () => void
}

export function ViewMenu({ anchor, actions, onCopy, hasFind = false, onClose }: ViewMenuProps) {
  const { t } = useTranslation()
  return (
    <Suspense>
      <LazyMenu
        label={t('viewer.view')}
        anchor={anchor}
        onClose={onClose}
        actions={[
          ...(onCopy
            ? [{ id: 'copy', label: t('viewer.copy'), icon: Copy, onAction: onCopy }]
            : []),
          ...(hasFind
            ? [{ id: 'find', label: t('viewer.find'), icon: FileSearch, onAction: actions.find }]
            : []),
          {
            id: 'width',
            label: t('viewer.fitWidth'),
            icon: ArrowLeftRight,
            onAction: actions.fitWidth,
          },
          { id: 'page', label: t('viewer.fitPage'), icon: Fullscreen, onAction: actions.fitPage },
          { id: 'true-size', label: t('viewer.trueSize'), icon: Scan, onAction: actions.trueSize },
          {
            id: 'right',
            label: t('viewer.turnRight'),
            icon: RotateCw,
            onAction: actions.turnRight,
          },
          { id: 'left', label: t('viewer.turnLeft'), icon: RotateCcw, onAction: actions.turnLeft },
          ...(actions.activity
            ? [
                {
                  id: 'activity',
                  label: t('actions.activity'),
                  icon: Activity,
                  group: 1,
                  onAction: actions.activity,
                },
              ]
            : []),
        ]}
      />
    </Suspense>
  )
}
