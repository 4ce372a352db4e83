import { useTranslation } from '../../../../lib/i18n.ts'
import { ColorDot } from '../../../../ui/list/color-dot.tsx'
import { COLUMN_WIDTH, type GroupColumn, HEAD_HEIGHT, type useSight } from './use-sight.ts'

export function MatrixWidths({ sight }: { readonly sight: ReturnType<typeof useSight> }) {
  return (
    <colgroup>
      <col style={{ width: sight.nameWidth }} />
      <col style={{ width: sight.before }} />
      {sight.columns.map(({ group }) => (
        <col key={group.id} style={{ width: COLUMN_WIDTH }} />
      ))}
      <col style={{ width: sight.after }} />
    </colgroup>
  )
}

export function MatrixHead({ columns }: { readonly columns: readonly GroupColumn[] }) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr aria-rowindex={1} style={{ height: HEAD_HEIGHT }}>
        <th scope="col" className="matrix-name" aria-colindex={1}>
          {t('matrix.item')}
        </th>
        <td />
        {columns.map(({ column, group }) => (
          <th
            key={group.id}
            scope="col"
            className="matrix-group"
            aria-colindex={column + 1}
            data-tip={group.name}
          >
            <span>
              <ColorDot color={group.color} />
              <span className="ellipsis">{group.name}</span>
            </span>
          </th>
        ))}
        <td />
      </tr>
    </thead>
  )
}
