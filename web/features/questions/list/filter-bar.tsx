import { BookmarkPlus, BookmarkX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { THREAD_TYPES, type ThreadType } from '../../../../contract/features/threads/thread-states.ts'
import { THREAD_SORTS } from '../../../../contract/features/threads/threads.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { isSameFilter, useSavedViews } from '../saved-views.ts'
import { type OwnThreads, type ThreadFilter, useGroups, useTopics } from '../threads-query.ts'

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

type BuiltIn = 'All' | 'Open' | 'Mine' | 'Unassigned' | 'Overdue' | 'Approve' | 'Unread' | 'Drafts' | 'Answered'

const OPEN_STATES = ['SUBMITTED', 'ASSIGNED', 'OPEN', 'PARTLY'] as const

function filtersFor(memberId: number): Readonly<Record<BuiltIn, ThreadFilter>> {
  return {
    All: {},
    Open: { state: [...OPEN_STATES] },
    Mine: { assignee: memberId, state: [...OPEN_STATES] },
    Unassigned: { assignee: 0, state: [...OPEN_STATES] },
    Overdue: { overdue: true, sort: 'due' },
    Approve: { state: 'ANSWERED', type: 'QUESTION' },
    Unread: { unread: true },
    Drafts: { state: ['DRAFT', 'RETURNED'] },
    Answered: { state: ['DELIVERED', 'ANSWERED', 'PARTLY', 'NOT_AVAILABLE'] },
  }
}

const OF_OPERATORS: readonly BuiltIn[] = ['All', 'Open', 'Mine', 'Unassigned', 'Overdue', 'Approve', 'Unread']
const OF_EXPERTS: readonly BuiltIn[] = ['All', 'Open', 'Overdue', 'Unread']
const OF_GROUPS: readonly BuiltIn[] = ['All', 'Drafts', 'Answered', 'Unread']

const OWN_FIELDS = ['state', 'assignee', 'unread', 'overdue'] as const

const signatureOf = (filter: ThreadFilter): string => JSON.stringify(OWN_FIELDS.map((name) => filter[name] ?? null))

const SAVED = 'saved:'
const ALL = ''

export function FilterBar({ roomId, memberId, isArea, role, canSave, filter, keyword, onFilter, onKeyword, tools }: FilterBarProps) {
  const { t } = useTranslation()
  const topics = useTopics(roomId).data ?? []
  const groups = useGroups(roomId, isArea).data?.filter(({ kind }) => kind === 'participants') ?? []
  const views = useSavedViews(roomId, memberId)
  const toast = useToast()
  const alertError = useErrorAlert()
  const [isNaming, setNaming] = useState(false)
  const builtIn = filtersFor(memberId)
  const names = isArea ? OF_OPERATORS : role === 'expert' ? OF_EXPERTS : OF_GROUPS
  const saved = views.saved.find((view) => isSameFilter(view.filter, filter))
  const name = names.find((each) => signatureOf(builtIn[each]) === signatureOf(filter)) ?? 'All'
  const isKept = Object.keys(filter).length > 0
  const remove = async (gone: string) => {
    try {
      await views.remove(gone)
      const bringBack = () => views.save(gone, filter).catch(alertError)
      toast({ text: t('questions.viewRemoved', { name: gone }), action: { label: t('questions.undo'), onPress: () => void bringBack() } })
    } catch (error) {
      await alertError(error)
    }
  }
  const pick = (id: string) => {
    const kept = id.startsWith(SAVED) ? views.saved.find((view) => SAVED + view.name === id) : undefined
    if (kept) return onFilter(kept.filter)
    const { sort, type, topicId, groupId } = filter
    const rest = { ...(sort && { sort }), ...(type && { type }), ...(topicId && { topicId }), ...(groupId && { groupId }) }
    onFilter({ ...rest, ...builtIn[id as BuiltIn] })
  }
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
        <SelectField
          label={t('questions.view')}
          chosen={saved ? SAVED + saved.name : name}
          options={[
            ...names.map((id) => ({ id: id as string, label: t(`questions.view${id}`) })),
            ...views.saved.map((view) => ({ id: SAVED + view.name, label: view.name })),
          ]}
          onChoose={pick}
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
            options={[{ id: ALL, label: t('questions.topicAll') }, ...topics.map((topic) => ({ id: topic.id, label: topic.name }))]}
            onChoose={(id) => set('topicId', id === ALL ? undefined : id)}
          />
        )}
        {isArea && groups.length > 1 && (
          <SelectField
            label={t('questions.group')}
            chosen={filter.groupId ?? 0}
            options={[{ id: 0, label: t('questions.groupAll') }, ...groups.map((group) => ({ id: group.id, label: group.name }))]}
            onChoose={(id) => set('groupId', id === 0 ? undefined : id)}
          />
        )}
        <SelectField
          label={t('questions.sort')}
          chosen={filter.sort ?? 'updatedAt'}
          options={THREAD_SORTS.map((id) => ({ id, label: t(`questions.sort${id}`) }))}
          onChoose={(id) => set('sort', id === 'updatedAt' ? undefined : id)}
        />
        {saved && canSave ? (
          <IconButton size="small" icon={BookmarkX} label={t('questions.removeView')} onClick={() => void remove(saved.name)} />
        ) : (
          isKept &&
          canSave && <IconButton size="small" icon={BookmarkPlus} label={t('questions.saveView')} onClick={() => setNaming(true)} />
        )}
      </div>
      {isNaming && (
        <NameDialog
          onName={async (given) => {
            await views.save(given, filter)
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </search>
  )
}

function NameDialog({ onName, onClose }: { readonly onName: (name: string) => Promise<void>; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      title={t('questions.saveView')}
      className="questions-form"
      submit={t('questions.writeSave')}
      initialFocus={input}
      onSubmit={async () => {
        if (name.trim() === '') return t('questions.viewNoName')
        await onName(name.trim())
        return undefined
      }}
      onClose={onClose}
    >
      {(field) => (
        <label className="questions-field">
          {t('questions.saveViewName')}
          <input
            {...field}
            ref={input}
            className="field"
            maxLength={LIMITS.viewName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </label>
      )}
    </FormDialog>
  )
}
