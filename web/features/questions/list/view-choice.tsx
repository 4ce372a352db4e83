import { useTranslation } from '../../../lib/i18n.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { isSameFilter, type SavedView } from '../saved-views.ts'
import type { OwnThreads, ThreadFilter } from '../threads-query.ts'
import { type BuiltIn, builtInFor, filtersFor, isSameView } from './built-in-views.ts'

interface ViewChoiceProps {
  readonly memberId: number
  readonly isArea: boolean
  readonly role: OwnThreads['role'] | undefined
  readonly saved: readonly SavedView[]
  readonly filter: ThreadFilter
  readonly onFilter: (filter: ThreadFilter) => void
}

const SAVED = 'saved:'

export function ViewChoice({ memberId, isArea, role, saved, filter, onFilter }: ViewChoiceProps) {
  const { t } = useTranslation()
  const builtIn = filtersFor(memberId)
  const names = builtInFor(isArea, role)
  const own = saved.find((view) => isSameFilter(view.filter, filter))
  const name = names.find((each) => isSameView(builtIn[each], filter)) ?? 'All'
  const pick = (id: string) => {
    const kept = id.startsWith(SAVED) ? saved.find((view) => SAVED + view.name === id) : undefined
    if (kept) return onFilter(kept.filter)
    const { sort, type, topicId, groupId } = filter
    const rest = {
      ...(sort && { sort }),
      ...(type && { type }),
      ...(topicId && { topicId }),
      ...(groupId && { groupId }),
    }
    onFilter({ ...rest, ...builtIn[id as BuiltIn] })
  }
  return (
    <SelectField
      label={t('questions.view')}
      chosen={own ? SAVED + own.name : name}
      options={[
        ...names.map((id) => ({ id: id as string, label: t(`questions.view${id}`) })),
        ...saved.map((view) => ({ id: SAVED + view.name, label: view.name })),
      ]}
      onChoose={pick}
    />
  )
}
