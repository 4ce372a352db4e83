import './thread.css'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { markRead } from '../../../../contract/features/threads/threads.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { GroupName } from '../../../ui/list/group-name.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { FileList } from '../files/file-list.tsx'
import { type Thread, type ThreadEntry, useRefresh, useThread } from '../threads-query.ts'
import { useThreadTexts } from '../use-thread-texts.ts'
import { ReplyBox } from './reply-box.tsx'
import { ThreadActions } from './thread-actions.tsx'
import { ThreadHistory } from './thread-history.tsx'

type EntryLink = ThreadEntry['links'][number]
export type LinkTo = (link: EntryLink, text: ReactNode) => ReactNode

interface ThreadPaneProps {
  readonly roomId: number
  readonly id: string
  readonly memberId: number
  readonly isArea: boolean
  readonly isView: boolean
  readonly onBack: (() => void) | undefined
  readonly onOpen: (id: string) => void
  readonly linkTo: LinkTo
}

export function ThreadPane({
  roomId,
  id,
  memberId,
  isArea,
  isView,
  onBack,
  onOpen,
  linkTo,
}: ThreadPaneProps) {
  const { t } = useTranslation()
  const query = useThread(roomId, id)
  const thread = query.data
  useMarkRead(roomId, thread, isView)
  return (
    <article className="questions-pane" aria-label={t('questions.pane')}>
      {onBack && (
        <Button variant="quiet" size="small" icon={ArrowLeft} onClick={onBack}>
          {t('questions.back')}
        </Button>
      )}
      {thread ? (
        <>
          <Head thread={thread} onOpen={onOpen} />
          {!isView && (
            <ThreadActions
              roomId={roomId}
              thread={thread}
              memberId={memberId}
              isArea={isArea}
              onGone={onBack}
            />
          )}
          <ol className="thread-entries">
            {thread.entries.map((entry) => (
              <EntryItem
                key={entry.id}
                entry={entry}
                canDownload={thread.can.download}
                linkTo={linkTo}
              />
            ))}
          </ol>
          {!isView && thread.can.entries.length > 0 && <ReplyBox roomId={roomId} thread={thread} />}
          <ThreadHistory thread={thread} />
        </>
      ) : (
        <QueryState query={query} count={6} />
      )}
    </article>
  )
}

function useMarkRead(roomId: number, thread: Thread | undefined, isView: boolean): void {
  const api = useApi()
  const refresh = useRefresh(roomId)
  const read = useEffectEvent((id: string) => {
    if (!isView)
      void api.call(markRead, { body: { roomId, ids: [id] } }).then(refresh, () => undefined)
  })
  const unreadId = thread?.unread ? `${thread.id}/${thread.rev}` : undefined
  useEffect(() => {
    const [id] = unreadId?.split('/') ?? []
    if (id !== undefined && document.visibilityState === 'visible') read(id)
  }, [unreadId])
}

function Head({
  thread,
  onOpen,
}: {
  readonly thread: Thread
  readonly onOpen: (id: string) => void
}) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const texts = useThreadTexts()
  const {
    number,
    title,
    type,
    group,
    topic,
    priority,
    due,
    assignee,
    author,
    createdAt,
    mergedInto,
    faqs,
  } = thread
  return (
    <header className="thread-head">
      <p className="thread-line">
        <span className="numbers thread-number">{number}</span>
        <span className="meta">{t(`questions.type${type}`)}</span>
        <Chip tone={texts.tone(thread)} text={texts.state(thread)} />
      </p>
      <h2 className="thread-title">{title}</h2>
      <p className="thread-about meta">
        {group && <GroupName group={group} />}
        {topic && <span>{topic.name}</span>}
        {priority !== 'NORMAL' && <span>{t(`questions.priority${priority}`)}</span>}
        {assignee !== undefined && <span>{assignee?.name ?? t('questions.assigneeNone')}</span>}
        {due !== null && <span className="numbers">{t('questions.dueAt', { day: due })}</span>}
        {author !== null && <span>{t('questions.author', { name: author })}</span>}
        <span className="numbers">
          {t('questions.createdAt', { date: formatInstant(createdAt, language) })}
        </span>
      </p>
      {mergedInto && (
        <p className="thread-note">
          <Button size="small" onClick={() => onOpen(mergedInto.id)}>
            {t('questions.merged', { number: mergedInto.number })}
          </Button>
        </p>
      )}
      {faqs.length > 0 && (
        <p className="thread-note meta">{t('questions.published', { list: faqs.join(', ') })}</p>
      )}
    </header>
  )
}

const KINDS = { QUESTION: 'question', ANSWER: 'answer', NOTE: 'note' } as const

interface EntryItemProps {
  readonly entry: ThreadEntry
  readonly canDownload: boolean
  readonly linkTo: LinkTo
}

function EntryItem({ entry, canDownload, linkTo }: EntryItemProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { kind, text, at, by, isOwn, side, links, isPending = false } = entry
  const who = isOwn
    ? t('questions.me')
    : (by ?? t(side === 'group' ? 'questions.groupSide' : 'questions.operator'))
  return (
    <li className={`thread-entry thread-${KINDS[kind]}`}>
      <p className="thread-entry-head">
        <strong>{who}</strong>
        <span className="meta">{t(`questions.${KINDS[kind]}`)}</span>
        <span className="meta numbers">{formatInstant(at, language)}</span>
        {kind === 'NOTE' && <Chip text={t('questions.noteHelp')} />}
        {isPending && <Chip tone="warn" text={t('questions.pending')} />}
      </p>
      {text !== '' && <p className="thread-text">{text}</p>}
      {links.length > 0 && (
        <ul className="thread-links" aria-label={t('questions.linked')}>
          {links.map((link, index) => (
            <li key={`${link.itemId}/${link.page ?? index}`}>
              {linkTo(
                link,
                <>
                  {link.index !== undefined && <span className="numbers">{link.index} </span>}
                  <span className="file-name">
                    <FileName name={link.name} />
                  </span>
                  {link.page !== undefined && <span className="numbers"> p. {link.page}</span>}
                </>,
              )}
              {link.isUnseen && <Chip tone="warn" text={t('questions.linkUnseen')} />}
            </li>
          ))}
        </ul>
      )}
      <FileList files={entry.files} canDownload={canDownload} />
    </li>
  )
}
