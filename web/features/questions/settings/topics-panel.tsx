import { ArrowDown, ArrowUp, ListTree, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import {
  addTopics,
  createTopic,
  removeTopic,
  TOPIC_TEMPLATES,
  updateTopic,
} from '../../../../contract/features/threads/thread-settings.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { type QuestionSettings, type Topic, useRefresh, useTopics } from '../threads-query.ts'

type Answerers = QuestionSettings['answerers']

interface TopicsPanelProps {
  readonly roomId: number
  readonly answerers: Answerers
}

const PICK = 'pick'

export function TopicsPanel({ roomId, answerers }: TopicsPanelProps) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const query = useTopics(roomId)
  const [edited, setEdited] = useState<Topic | 'new'>()
  const topics = query.data ?? []
  const fill = (template: (typeof TOPIC_TEMPLATES)[number]) =>
    void api.call(addTopics, { body: { roomId, template } }).then(({ added }) => {
      toast(t('questions.topicsAdded', { count: added }))
      return refresh()
    }, alertError)
  return (
    <section className="question-panel" aria-labelledby="question-topics">
      <div className="question-panel-head">
        <h2 id="question-topics">{t('questions.topics')}</h2>
        <SelectField
          label={t('questions.topicsTemplate')}
          chosen={PICK}
          options={[
            { id: PICK, label: t('questions.topicsTemplate') },
            ...TOPIC_TEMPLATES.map((id) => ({
              id: id as string,
              label: t(`questions.template_${id}`),
            })),
          ]}
          onChoose={(id) => TOPIC_TEMPLATES.filter((each) => each === id).forEach(fill)}
        />
        <Button size="small" icon={Plus} aria-haspopup="dialog" onClick={() => setEdited('new')}>
          {t('questions.topicAdd')}
        </Button>
      </div>
      {query.data === undefined ? (
        <QueryState query={query} count={4} />
      ) : topics.length === 0 ? (
        <EmptyState icon={ListTree} text={t('questions.topicsNone')} />
      ) : (
        <ol className="question-topics">
          {topics.map((topic, index) => (
            <TopicRow
              key={topic.id}
              roomId={roomId}
              topics={topics}
              index={index}
              onEdit={() => setEdited(topic)}
            />
          ))}
        </ol>
      )}
      {edited !== undefined && (
        <TopicDialog
          roomId={roomId}
          topic={edited === 'new' ? undefined : edited}
          answerers={answerers}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

interface TopicRowProps {
  readonly roomId: number
  readonly topics: readonly Topic[]
  readonly index: number
  readonly onEdit: () => void
}

function TopicRow({ roomId, topics, index, onEdit }: TopicRowProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const topic = topics[index]
  if (!topic) return null
  const { id, name, experts = [], approval } = topic
  const place = (before: string | null) =>
    void api.call(updateTopic, { body: { id, roomId, before } }).then(refresh, alertError)
  const drop = async () => {
    const text = t('questions.topicRemoveText', { name })
    if (await dialogs.confirm({ tone: 'check', text, isDangerous: true }))
      await api.call(removeTopic, { body: { id, roomId } }).then(refresh, alertError)
  }
  const above = topics[index - 1]
  return (
    <li className="question-topic">
      <span className="question-topic-name">
        {name}
        <span className="meta">
          {experts.length === 0
            ? t('questions.topicExpertsNone')
            : experts.map((expert) => expert.name).join(', ')}
          {approval !== null &&
            approval !== undefined &&
            ` · ${t('questions.topicApproval')}: ${t(approval ? 'questions.topicApprovalYes' : 'questions.topicApprovalNo')}`}
        </span>
      </span>
      <IconButton
        size="small"
        icon={ArrowUp}
        label={t('questions.topicUp', { name })}
        disabled={!above}
        onClick={() => above && place(above.id)}
      />
      <IconButton
        size="small"
        icon={ArrowDown}
        label={t('questions.topicDown', { name })}
        disabled={index === topics.length - 1}
        onClick={() => place(topics[index + 2]?.id ?? null)}
      />
      <IconButton
        size="small"
        icon={Pencil}
        label={`${t('questions.topicEdit')}: ${name}`}
        aria-haspopup="dialog"
        onClick={onEdit}
      />
      <IconButton
        size="small"
        icon={Trash2}
        label={`${t('questions.topicRemove')}: ${name}`}
        onClick={() => void drop()}
      />
    </li>
  )
}

interface TopicDialogProps {
  readonly roomId: number
  readonly topic: Topic | undefined
  readonly answerers: Answerers
  readonly onClose: () => void
}

const APPROVALS = { room: null, yes: true, no: false } as const
type Approval = keyof typeof APPROVALS

function TopicDialog({ roomId, topic, answerers, onClose }: TopicDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const refresh = useRefresh(roomId)
  const [name, setName] = useState(topic?.name ?? '')
  const [experts, setExperts] = useState<ReadonlySet<number>>(
    new Set(topic?.experts?.map(({ id }) => id)),
  )
  const [approval, setApproval] = useState<Approval>(
    topic?.approval == null ? 'room' : topic.approval ? 'yes' : 'no',
  )
  const toggle = (id: number) => {
    const next = new Set(experts)
    if (!next.delete(id)) next.add(id)
    setExperts(next)
  }
  return (
    <FormDialog
      title={t(topic ? 'questions.topicEdit' : 'questions.topicAdd')}
      className="questions-form"
      submit={t('questions.settingsSave')}
      onSubmit={async () => {
        if (name.trim() === '') return t('questions.writeNoTitle')
        const given = { roomId, name, experts: [...experts], approval: APPROVALS[approval] }
        await (topic
          ? api.call(updateTopic, { body: { id: topic.id, ...given } })
          : api.call(createTopic, { body: given }))
        await refresh()
        onClose()
        return undefined
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <label className="questions-field">
            {t('questions.topicName')}
            <input
              {...field}
              className="field"
              maxLength={LIMITS.topicName}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <fieldset className="question-people">
            <legend>{t('questions.topicExperts')}</legend>
            {answerers.map((person) => (
              <label key={person.id}>
                <input
                  type="checkbox"
                  checked={experts.has(person.id)}
                  onChange={() => toggle(person.id)}
                />
                {person.isOperator ? t('questions.assignOf', { name: person.name }) : person.name}
              </label>
            ))}
          </fieldset>
          <SelectField
            label={t('questions.topicApproval')}
            chosen={approval}
            options={[
              { id: 'room', label: t('questions.topicApprovalRoom') },
              { id: 'yes', label: t('questions.topicApprovalYes') },
              { id: 'no', label: t('questions.topicApprovalNo') },
            ]}
            onChoose={(id) => setApproval(id as Approval)}
          />
        </>
      )}
    </FormDialog>
  )
}
