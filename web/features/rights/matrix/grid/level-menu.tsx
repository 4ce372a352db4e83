import {
  Download,
  Eye,
  EyeOff,
  FileDown,
  type LucideIcon,
  Printer,
  SlidersHorizontal,
  Undo2,
} from 'lucide-react'
import { LEVELS, type Level } from '../../../../../contract/features/groups/levels.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { ActionMenu } from '../../../../ui/menu/action-menu.tsx'
import { useRightsTexts } from '../../use-rights-texts.ts'
import type { MatrixRow } from '../matrix-model.ts'

const ICONS: Record<Level, LucideIcon> = {
  none: EyeOff,
  view: Eye,
  print: Printer,
  download: Download,
  original: FileDown,
}

interface LevelMenuProps {
  readonly anchor: Element
  readonly row: MatrixRow
  readonly isBlocked: boolean
  readonly onLevel: (level: Level | null) => void
  readonly onDetails: () => void
  readonly onClose: () => void
}

export function LevelMenu({ anchor, row, isBlocked, onLevel, onDetails, onClose }: LevelMenuProps) {
  const { t } = useTranslation()
  const { levelText } = useRightsTexts()
  const blockedBecause = isBlocked ? t('matrix.blocked') : undefined
  return (
    <ActionMenu
      label={t('rights.titleOf', { name: row.itemId === 0 ? t('rights.root') : row.name })}
      anchor={anchor}
      onClose={onClose}
      actions={[
        ...LEVELS.map((level, digit) => ({
          id: level,
          label: levelText(level),
          icon: ICONS[level],
          blockedBecause,
          shortcut: { text: String(digit), aria: String(digit) },
          onAction: () => onLevel(level),
        })),
        ...(row.itemId === 0
          ? []
          : [
              {
                id: 'inherit',
                label: t('rights.reset'),
                icon: Undo2,
                group: 1,
                blockedBecause,
                shortcut: { text: 'Delete', aria: 'Delete' },
                onAction: () => onLevel(null),
              },
            ]),
        {
          id: 'details',
          label: t('matrix.details'),
          icon: SlidersHorizontal,
          group: 1,
          onAction: onDetails,
        },
      ]}
    />
  )
}
