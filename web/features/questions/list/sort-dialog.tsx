import { useState } from 'react'
import { PRIORITIES, type Priority } from '../../../../contract/features/threads/thread-states.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useTopics } from '../threads-query.ts'

interface Sorted {
  readonly topicId?: string | null
  readonly priority?: Priority
}

interface SortDialogProps {
  readonly roomId: number
  readonly onSort: (sorted: Sorted) => Promise<void>
  readonly onClose: () => void
}

const SAME = 'same'
const NONE = 'none'

export function SortDialog({ roomId, onSort, onClose }: SortDialogProps) {
  const { t } = useTranslation()
  const topics = useTopics(roomId).data ?? []
  const [topicId, setTopicId] = useState<string>(SAME)
  const [priority, setPriority] = useState<Priority | typeof SAME>(SAME)
  const same = { id: SAME, label: '–' }
  return (
    <FormDialog
      title={t('questions.bulkPriority')}
      className="questions-form"
      submit={t('questions.writeSave')}
      onSubmit={async () => {
        if (topicId === SAME && priority === SAME) return onClose() as undefined
        await onSort({
          ...(topicId === SAME ? {} : { topicId: topicId === NONE ? null : topicId }),
          ...(priority === SAME ? {} : { priority }),
        })
        return undefined
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('questions.topic')}
        chosen={topicId}
        options={[
          same,
          { id: NONE, label: t('questions.topicNone') },
          ...topics.map(({ id, name }) => ({ id, label: name })),
        ]}
        onChoose={setTopicId}
      />
      <SelectField
        label={t('questions.priority')}
        chosen={priority}
        options={[
          same,
          ...PRIORITIES.toReversed().map((id) => ({ id, label: t(`questions.priority${id}`) })),
        ]}
        onChoose={(id) => setPriority(id as Priority | typeof SAME)}
      />
    </FormDialog>
  )
}
