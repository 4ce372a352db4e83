import './selection-bar.css'
import { X } from 'lucide-react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import type { ItemActions } from './item-actions.ts'

interface SelectionBarProps {
  readonly items: readonly Item[]
  readonly actions: ItemActions
  readonly onClear: () => void
}

const SHOWN: readonly string[] = ['download', 'print', 'copy', 'move', 'publish', 'permissions', 'delete']

export function SelectionBar({ items, actions, onClear }: SelectionBarProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const menu = actions.menu(items)
  const shown = SHOWN.flatMap((id) => menu.find((action) => action.id === id) ?? [])
  const shortLabels: Readonly<Record<string, string>> = {
    move: t('actions.move'),
    publish: t('publishing.publishShort'),
    permissions: t('rights.title'),
  }
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('actions.selectionActions')}>
      <span className="selection-count numbers">{t('actions.selected', { count: items.length })}</span>
      {shown.map((action) => (
        <BarButton key={action.id} action={{ ...action, label: shortLabels[action.id] ?? action.label }} isDrawing={isNarrow} />
      ))}
      <span className="selection-clear">
        {isNarrow ? (
          <IconButton icon={X} label={t('actions.clearSelection')} onClick={onClear} />
        ) : (
          <Button variant="quiet" size="small" icon={X} onClick={onClear}>
            {t('actions.clearSelection')}
          </Button>
        )}
      </span>
    </div>
  )
}

function BarButton({ action, isDrawing }: { readonly action: MenuAction; readonly isDrawing: boolean }) {
  const { label, icon, blockedBecause, onAction, isDangerous = false } = action
  const variant = isDangerous ? 'danger' : 'plain'
  return isDrawing ? (
    <IconButton icon={icon} label={label} blockedBecause={blockedBecause} onClick={onAction} />
  ) : (
    <Button variant={variant} size="small" icon={icon} blockedBecause={blockedBecause} onClick={onAction}>
      {label}
    </Button>
  )
}
