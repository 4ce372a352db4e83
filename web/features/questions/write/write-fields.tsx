import type { RefObject } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { PRIORITIES, type ThreadType } from '../../../../contract/features/threads/thread-states.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { DayField } from '../../../ui/field/day-field.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useGroups, useTopics } from '../threads-query.ts'
import type { ThreadForm } from './thread-form.ts'

interface WriteFieldsProps {
  readonly roomId: number
  readonly type: ThreadType
  readonly form: ThreadForm
  readonly titleRef: RefObject<HTMLInputElement | null>
  readonly isEdited: boolean
  readonly onForm: (change: Partial<ThreadForm>) => void
}

export function WriteFields({ roomId, type, form, titleRef, isEdited, onForm }: WriteFieldsProps) {
  const { t } = useTranslation()
  const topics = useTopics(roomId).data ?? []
  return (
    <>
      <label className="questions-field">
        {t('questions.writeTitle')}
        <input
          ref={titleRef}
          className="field"
          maxLength={LIMITS.threadTitle}
          aria-required
          value={form.title}
          onChange={(event) => onForm({ title: event.currentTarget.value })}
        />
      </label>
      <label className="questions-field">
        {t(type === 'QUESTION' ? 'questions.writeText' : 'questions.writeTextRequest')}
        <textarea
          className="field questions-text"
          rows={7}
          maxLength={LIMITS.threadText}
          value={form.text}
          onChange={(event) => onForm({ text: event.currentTarget.value })}
        />
      </label>
      <div className="questions-choices">
        {topics.length > 0 && (
          <SelectField
            label={t('questions.topic')}
            chosen={form.topicId}
            options={[
              { id: '', label: t('questions.topicNone') },
              ...topics.map(({ id, name }) => ({ id, label: name })),
            ]}
            onChoose={(topicId) => onForm({ topicId })}
          />
        )}
        <SelectField
          label={t('questions.priority')}
          chosen={form.priority}
          options={PRIORITIES.toReversed().map((id) => ({
            id,
            label: t(`questions.priority${id}`),
          }))}
          onChoose={(priority) => onForm({ priority })}
        />
        {type === 'REQUEST' && !isEdited && (
          <div className="questions-due">
            <span className="select-label" aria-hidden="true">
              {t('questions.writeDue')}
            </span>
            <DayField
              className="questions-day"
              label={t('questions.writeDue')}
              day={form.due}
              onDay={(due) => onForm({ due })}
            />
          </div>
        )}
      </div>
    </>
  )
}

interface WriteGroupProps {
  readonly roomId: number
  readonly groupId: number
  readonly onGroup: (id: number) => void
}

export function WriteGroup({ roomId, groupId, onGroup }: WriteGroupProps) {
  const { t } = useTranslation()
  const groups = useGroups(roomId, true).data?.filter(({ kind }) => kind === 'participants') ?? []
  return (
    <SelectField
      label={t('questions.group')}
      chosen={groupId}
      options={[
        { id: 0, label: t('questions.groupChoose') },
        ...groups.map(({ id, name }) => ({ id, label: name })),
      ]}
      onChoose={onGroup}
    />
  )
}
