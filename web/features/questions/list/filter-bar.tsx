import type { ReactNode } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import {
  THREAD_TYPES,
  type ThreadType,
} from '../../../../contract/features/threads/thread-states.ts'
import { THREAD_SORTS } from '../../../../contract/features/threads/threads.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useSavedViews } from '../saved-views.ts'
import { type OwnThreads, type ThreadFilter, useGroups, useTopics } from '../threads-query.ts'
import { ViewChoice } from './view-choice.tsx'
import { ViewKeeping } from './view-keeping.tsx'

interface FilterBarProps {
  readonly roomId: number
  readonly memberId: number
  readonly isArea: boolean
  readonly role: OwnThreads['role'] | undefined
  readonly canSave: boolean
  readonly filter: ThreadFilter
  readonly keyword: string
  readonly onFilter: (filter: ThreadFilter) => void
  readonly onKeyword: (keyword: string) => void
  readonly tools: ReactNode
}

const ALL = ''

export function FilterBar({
  roomId,
  memberId,
  isArea,
  role,
  canSave,
  filter,
  keyword,
  onFilter,
  onKeyword,
  tools,
}: FilterBarProps) {
  const { t } = useTranslation()
  const topics = useTopics(roomId).data ?? []
  const groups = useGroups(roomId, isArea).data?.filter(({ kind }) => kind === 'participants') ?? []
  const views = useSavedViews(roomId, memberId)
  const set = <K extends keyof ThreadFilter>(field: K, value: ThreadFilter[K] | undefined) => {
    const { [field]: _, ...rest } = filter
    onFilter(value === undefined ? rest : ({ ...rest, [field]: value } as ThreadFilter))
  }
  return (
    <search className="questions-filter">
      <div className="questions-search-line">
        <input
          className="field field-small questions-search"
          type="search"
          aria-label={t('questions.search')}
          placeholder={t('questions.search')}
          autoComplete="off"
          maxLength={LIMITS.keywordLength}
          value={keyword}
          onChange={(event) => onKeyword(event.currentTarget.value)}
        />
        {tools}
      </div>
      <div className="questions-choices">
        <ViewChoice
          memberId={memberId}
          isArea={isArea}
          role={role}
          saved={views.saved}
          filter={filter}
          onFilter={onFilter}
        />
        <SelectField
          label={t('questions.type')}
          chosen={filter.type ?? ALL}
          options={[
            { id: ALL, label: t('questions.typeAll') },
            ...THREAD_TYPES.map((id) => ({ id: id as string, label: t(`questions.type${id}`) })),
          ]}
          onChoose={(id) => set('type', id === ALL ? undefined : (id as ThreadType))}
        />
        {topics.length > 0 && (
          <SelectField
            label={t('questions.topic')}
            chosen={filter.topicId ?? ALL}
            options={[
              { id: ALL, label: t('questions.topicAll') },
              ...topics.map((topic) => ({ id: topic.id, label: topic.name })),
            ]}
            onChoose={(id) => set('topicId', id === ALL ? undefined : id)}
          />
        )}
        {isArea && groups.length > 1 && (
          <SelectField
            label={t('questions.group')}
            chosen={filter.groupId ?? 0}
            options={[
              { id: 0, label: t('questions.groupAll') },
              ...groups.map((group) => ({ id: group.id, label: group.name })),
            ]}
            onChoose={(id) => set('groupId', id === 0 ? undefined : id)}
          />
        )}
        <SelectField
          label={t('questions.sort')}
          chosen={filter.sort ?? 'updatedAt'}
          options={THREAD_SORTS.map((id) => ({ id, label: t(`questions.sort${id}`) }))}
          onChoose={(id) => set('sort', id === 'updatedAt' ? undefined : id)}
        />
        {canSave && <ViewKeeping views={views} filter={filter} />}
      </div>
    </search>
  )
}
