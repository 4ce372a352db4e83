import '../../../ui/field/field.css'
import './write.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { PRIORITIES, type Priority, type ThreadType } from '../../../../contract/features/threads/thread-states.ts'
import { create, similar, update } from '../../../../contract/features/threads/threads.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { parsed } from '../../../lib/api/send-form.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDraft } from '../../../room/use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { DayField } from '../../../ui/field/day-field.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { FilePicker, formWith } from '../files/file-picker.tsx'
import { LinkList, linksOf } from '../link-list.tsx'
import type { PickedLink } from '../link-picker.tsx'
import { type OwnThreads, type Thread, useGroups, useOwnThreads, useRefresh, useTopics } from '../threads-query.ts'
import { useSlowly } from './use-slowly.ts'

interface WriteDialogProps {
  readonly roomId: number
  readonly type: ThreadType
  readonly isArea: boolean
  readonly start: { readonly thread: Thread } | { readonly link: PickedLink } | { readonly message: SentText } | undefined
  readonly onWritten: (id: string) => void
  readonly onClose: () => void
}

interface SentText {
  readonly id: number
  readonly title: string
  readonly content: string
}

interface Form {
  readonly title: string
  readonly text: string
  readonly topicId: string
  readonly priority: Priority
  readonly due: string
  readonly links: readonly PickedLink[]
}

const EMPTY: Form = { title: '', text: '', topicId: '', priority: 'NORMAL', due: '', links: [] }

function formOf(start: WriteDialogProps['start']): Form {
  if (start === undefined) return EMPTY
  if ('link' in start) return { ...EMPTY, links: [start.link] }
  if ('message' in start) return { ...EMPTY, title: start.message.title, text: start.message.content }
  const { title, topic, priority, due, entries } = start.thread
  const [first] = entries
  return {
    ...{ title, text: first?.text ?? '', topicId: topic?.id ?? '', priority, due: due ?? '' },
    links: first?.links.map(({ itemId, name, page }) => ({ itemId, name, page })) ?? [],
  }
}

export function WriteDialog({ roomId, type, isArea, start, onWritten, onClose }: WriteDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const own = useOwnThreads(roomId).data
  const title = useRef<HTMLInputElement>(null)
  const [form, setForm] = useState(() => formOf(start))
  const edited = start && 'thread' in start ? start.thread : undefined
  const messageId = start && 'message' in start ? start.message.id : undefined
  const draft = useKeptForm(form, edited === undefined && messageId === undefined, (kept) => setForm((now) => ({ ...now, ...kept })))
  const set = (change: Partial<Form>) => setForm({ ...form, ...change })
  const [groupId, setGroupId] = useState(0)
  const [files, setFiles] = useState<readonly File[]>([])
  const sending = useSending({
    roomId,
    type,
    form,
    files,
    edited,
    messageId,
    groupId: isArea ? groupId : undefined,
    onSent: draft.forget,
    onWritten,
    onClose,
  })
  const mayDraft = type === 'QUESTION' && edited === undefined
  const blocked = own && !isArea && type === 'QUESTION' && !own.canSubmit ? t(`questions.blocked${own.reason ?? 'ROLE'}`) : undefined
  const heading = edited ? 'questions.editTitle' : type === 'QUESTION' ? 'questions.writeQuestion' : 'questions.writeRequestTitle'
  return (
    <Modal labelledBy={`${id}-title`} size="wide" initialFocus={title} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t(heading)}
      </h2>
      <form
        className="questions-form"
        autoComplete="off"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void sending.send(edited || blocked === undefined ? 'SUBMITTED' : 'DRAFT')
        }}
      >
        {own && !isArea && !edited && <Rules own={own} form={form} />}
        <p className="meta reply-restored" role="status">
          {draft.isRestored && t('questions.restored')}
        </p>
        {isArea && !edited && <GroupField roomId={roomId} groupId={groupId} onGroup={setGroupId} />}
        <Fields roomId={roomId} type={type} form={form} titleRef={title} isEdited={edited !== undefined} onForm={set} />
        <div className="questions-attachments">
          <LinkList roomId={roomId} links={form.links} onLinks={(links) => set({ links })} />
          {!edited && <FilePicker files={files} onFiles={setFiles} />}
        </div>
        {!edited && <Similar roomId={roomId} form={form} groupId={isArea ? groupId : undefined} />}
        <p className="problem" role="alert">
          {sending.problem}
        </p>
        <div className="modal-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {mayDraft && (
            <Button isBusy={sending.isBusy} onClick={() => void sending.send('DRAFT')}>
              {t('questions.writeDraft')}
            </Button>
          )}
          <Button type="submit" variant="primary" isBusy={sending.isBusy} blockedBecause={edited ? undefined : blocked}>
            {t(edited ? 'questions.writeSave' : 'questions.writeSubmit')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const isEmpty = ({ title, text }: Form): boolean => title.trim() === '' && text.trim() === ''

function useKeptForm(form: Form, isKept: boolean, onKept: (kept: Partial<Form>) => void) {
  const [isRestored, setRestored] = useState(false)
  const { title, text } = form
  const forget = useDraft({
    kind: 'question',
    text: !isKept || isEmpty(form) ? undefined : JSON.stringify({ title, text }),
    onKept(found) {
      const kept = parsed(found) as Partial<Form> | undefined
      if (!isKept || typeof kept?.title !== 'string' || typeof kept.text !== 'string') return
      onKept({ title: kept.title, text: kept.text })
      setRestored(true)
    },
  })
  return { isRestored, forget }
}

interface Sending {
  readonly roomId: number
  readonly type: ThreadType
  readonly form: Form
  readonly files: readonly File[]
  readonly edited: Thread | undefined
  readonly messageId: number | undefined
  readonly groupId: number | undefined
  readonly onSent: () => void
  readonly onWritten: (id: string) => void
  readonly onClose: () => void
}

function useSending({ roomId, type, form, files, edited, messageId, groupId, onSent, onWritten, onClose }: Sending) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const errorText = useErrorText()
  const refresh = useRefresh(roomId)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const texts = {
    ...{ title: form.title, text: form.text, priority: form.priority, links: linksOf(form.links) },
    topicId: form.topicId === '' ? null : form.topicId,
  }
  const write = async (state: 'DRAFT' | 'SUBMITTED') => {
    if (edited) {
      await api.call(update, { body: { id: edited.id, rev: edited.rev, ...texts } })
      return
    }
    const due = type === 'REQUEST' && form.due !== '' ? { due: form.due } : {}
    const body = { roomId, type, state, ...texts, ...due, ...(groupId ? { groupId } : {}), ...(messageId ? { messageId } : {}) }
    const written = files.length > 0 ? (await api.send(create, formWith(body, files))).payload : await api.call(create, { body })
    toast(t(state === 'DRAFT' ? 'questions.writeDrafted' : 'questions.writeSubmitted', { number: written.number }))
    onSent()
    onWritten(written.id)
  }
  const send = async (state: 'DRAFT' | 'SUBMITTED') => {
    if (isBusy) return
    if (form.title.trim() === '') return setProblem(t('questions.writeNoTitle'))
    if (form.text.trim() === '' && state === 'SUBMITTED' && edited?.state !== 'DRAFT') return setProblem(t('questions.writeNothing'))
    if (groupId === 0) return setProblem(t('questions.groupChoose'))
    setBusy(true)
    setProblem('')
    await write(state).then(onClose, (error: unknown) => setProblem(errorText(error)))
    setBusy(false)
    void refresh()
  }
  return { isBusy, problem, send }
}

interface FieldsProps {
  readonly roomId: number
  readonly type: ThreadType
  readonly form: Form
  readonly titleRef: RefObject<HTMLInputElement | null>
  readonly isEdited: boolean
  readonly onForm: (change: Partial<Form>) => void
}

function Fields({ roomId, type, form, titleRef, isEdited, onForm }: FieldsProps) {
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
            options={[{ id: '', label: t('questions.topicNone') }, ...topics.map(({ id, name }) => ({ id, label: name }))]}
            onChoose={(topicId) => onForm({ topicId })}
          />
        )}
        <SelectField
          label={t('questions.priority')}
          chosen={form.priority}
          options={PRIORITIES.toReversed().map((id) => ({ id, label: t(`questions.priority${id}`) }))}
          onChoose={(priority) => onForm({ priority })}
        />
        {type === 'REQUEST' && !isEdited && (
          <div className="questions-due">
            <span className="select-label" aria-hidden="true">
              {t('questions.writeDue')}
            </span>
            <DayField className="questions-day" label={t('questions.writeDue')} day={form.due} onDay={(due) => onForm({ due })} />
          </div>
        )}
      </div>
    </>
  )
}

function GroupField({
  roomId,
  groupId,
  onGroup,
}: {
  readonly roomId: number
  readonly groupId: number
  readonly onGroup: (id: number) => void
}) {
  const { t } = useTranslation()
  const groups = useGroups(roomId, true).data?.filter(({ kind }) => kind === 'participants') ?? []
  return (
    <SelectField
      label={t('questions.group')}
      chosen={groupId}
      options={[{ id: 0, label: t('questions.groupChoose') }, ...groups.map(({ id, name }) => ({ id, label: name }))]}
      onChoose={onGroup}
    />
  )
}

function Rules({ own, form }: { readonly own: OwnThreads; readonly form: Form }) {
  const { t } = useTranslation()
  const { left, lastDay, role, reason } = own
  const topic = left.topics?.find(({ topicId }) => topicId === form.topicId)
  const priority = left.priorities?.find((each) => each.priority === form.priority)
  const parts = [
    left.total === undefined ? undefined : t('questions.leftTotal', { left: left.total }),
    left.day === undefined ? undefined : t('questions.leftDay', { left: left.day }),
    left.week === undefined ? undefined : t('questions.leftWeek', { left: left.week }),
    topic && t('questions.leftTopic', { left: topic.left }),
    priority && t('questions.leftPriority', { left: priority.left }),
    lastDay === null ? undefined : t('questions.lastDay', { day: lastDay }),
  ].filter((part) => part !== undefined)
  return (
    <div className="questions-rules meta">
      {parts.length > 0 && <p className="numbers">{parts.join(' · ')}</p>}
      {role === 'author' && reason === 'ROLE' && <p>{t('questions.writeOnlyDraft')}</p>}
    </div>
  )
}

const PAUSE_MS = 600

interface SimilarProps {
  readonly roomId: number
  readonly form: Form
  readonly groupId: number | undefined
}

function Similar({ roomId, form, groupId }: SimilarProps) {
  const { t } = useTranslation()
  const api = useApi()
  const text = useSlowly(`${form.title}\n${form.text}`.trim(), PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['similar', roomId, groupId, text],
    enabled: text.length >= 6,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(similar, { body: { roomId, text: text.slice(0, LIMITS.threadText), ...(groupId ? { groupId } : {}) } }, { signal }),
  })
  const found = [...(data?.faqs ?? []), ...(data?.threads ?? [])]
  if (found.length === 0 || text.length < 6) return null
  return (
    <div className="questions-similar" role="status">
      <p>{t('questions.similar')}</p>
      <ul>
        {found.map(({ id, number, title }) => (
          <li key={id}>
            <span className="numbers">{number}</span> {title}
          </li>
        ))}
      </ul>
    </div>
  )
}
