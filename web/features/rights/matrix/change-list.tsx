import type { Level } from '../../../../contract/features/groups/levels.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { ColorDot } from '../../../ui/list/color-dot.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import type { Group } from '../cells.ts'
import { useRightsTexts } from '../use-rights-texts.ts'

interface ListedChange {
  readonly group: Group | undefined
  readonly itemId: number
  readonly path: string
  readonly before: Level | null
  readonly level: Level | null
}

interface ChangeListProps {
  readonly changes: readonly ListedChange[]
  readonly count: number
}

export function ChangeList({ changes, count }: ChangeListProps) {
  const { t } = useTranslation()
  const { levelText } = useRightsTexts()
  const text = (level: Level | null) => (level === null ? t('matrix.inherited') : levelText(level))
  return (
    <>
      <ScrollArea className="change-list" label={t('matrix.changes')}>
        <ul>
          {changes.map(({ group, itemId, path, before, level }) => (
            <li key={`${group?.id} ${itemId}`}>
              <span className="change-item">{itemId === 0 ? t('rights.root') : path}</span>
              <span className="change-group">
                {group && <ColorDot color={group.color} />}
                {group?.name}
              </span>
              <span className="change-levels">
                <span>{text(before)}</span> <span aria-hidden="true">→</span>{' '}
                <span className="hidden">{t('matrix.becomes')}</span>
                <strong>{text(level)}</strong>
              </span>
            </li>
          ))}
        </ul>
      </ScrollArea>
      {count > changes.length && (
        <p className="meta">{t('matrix.more', { count: count - changes.length })}</p>
      )}
    </>
  )
}
