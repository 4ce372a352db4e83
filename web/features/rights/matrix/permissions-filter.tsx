import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'

export interface PermissionsFilter {
  readonly keyword: string
  readonly groupId: number
  readonly ownOnly: boolean
}

export const ALL_GROUPS = 0

interface PermissionsFilterProps {
  readonly groups: readonly Group[]
  readonly filter: PermissionsFilter
  readonly onFilter: (filter: PermissionsFilter) => void
}

export function PermissionsFilterBar({ groups, filter, onFilter }: PermissionsFilterProps) {
  const { t } = useTranslation()
  const set = (change: Partial<PermissionsFilter>) => onFilter({ ...filter, ...change })
  return (
    <div className="permissions-filter">
      <search>
        <input
          className="field field-small"
          type="search"
          aria-label={t('matrix.search')}
          placeholder={t('matrix.search')}
          autoComplete="off"
          value={filter.keyword}
          onChange={(event) => set({ keyword: event.currentTarget.value })}
        />
      </search>
      <SelectField
        label={t('matrix.group')}
        chosen={filter.groupId}
        options={[
          { id: ALL_GROUPS, label: t('matrix.allGroups') },
          ...groups.map(({ id, name }) => ({ id, label: name })),
        ]}
        onChoose={(groupId) => set({ groupId })}
      />
      <label className="permissions-own">
        <input
          type="checkbox"
          checked={filter.ownOnly}
          onChange={(event) => set({ ownOnly: event.currentTarget.checked })}
        />
        {t('matrix.ownOnly')}
      </label>
    </div>
  )
}
