import { useSyncExternalStore } from 'react'
import { storedInTab } from '../../lib/browser/stored.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { Group } from '../../room/groups.ts'
import { SelectField } from '../../ui/field/select-field.tsx'

const stored = storedInTab<number>('dashboard.group', (value) =>
  typeof value === 'number' ? value : undefined,
)
const ALL = 0

export function useGroupChoice(groups: readonly Group[] | undefined): number | undefined {
  const chosen = useSyncExternalStore(stored.subscribe, stored.read) ?? ALL
  return groups?.some(({ id }) => id === chosen) ? chosen : undefined
}

export function GroupChoice({ groups }: { readonly groups: readonly Group[] | undefined }) {
  const { t } = useTranslation()
  const chosen = useGroupChoice(groups)
  if (groups === undefined || groups.length < 2) return null
  return (
    <SelectField
      label={t('dashboard.group')}
      chosen={chosen ?? ALL}
      options={[
        { id: ALL, label: t('dashboard.allGroups') },
        ...groups.map(({ id, name }) => ({ id, label: name })),
      ]}
      onChoose={(id) => stored.write(id)}
    />
  )
}
