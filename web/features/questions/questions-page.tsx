import { Segments } from '../../ui/field/segments.tsx'
import '../../ui/page/screen.css'
import '../../ui/field/field.css'
import './questions.css'
import './write/write.css'
import { useMutation } from '@tanstack/react-query'
import { ClipboardList, MessageCircleQuestionMark, PackagePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PACES, setMails } from '../../../contract/features/threads/thread-settings.ts'
import type { ThreadType } from '../../../contract/features/threads/thread-states.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { FaqList } from './faq/faq-list.tsx'
import { ThreadListPane } from './list/thread-list-pane.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { ThreadPane } from './thread/thread-pane.tsx'
import { type OwnThreads, useOwnThreads, useRefresh } from './threads-query.ts'
import { WriteDialog } from './write/write-dialog.tsx'

const TABS = ['threads', 'faq', 'settings'] as const
export type QuestionsTab = (typeof TABS)[number]

export interface QuestionsAddress {
  readonly thread?: string | undefined
  readonly tab?: QuestionsTab | undefined
}

interface QuestionsPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
  readonly memberId: number
  readonly isArea: boolean
  readonly isView: boolean
  readonly at: QuestionsAddress
  readonly onAddress: (at: QuestionsAddress) => void
  readonly linkTo: (
    link: {
      readonly itemId: number
      readonly parent: number
      readonly page?: number | undefined
      readonly isFolder: boolean
    },
    text: ReactNode,
  ) => ReactNode
}

export function QuestionsPage({
  roomId,
  roomName,
  memberId,
  isArea,
  isView,
  at,
  onAddress,
  linkTo,
}: QuestionsPageProps) {
  const { t } = useTranslation()
  const own = useOwnThreads(roomId).data
  const tab = at.tab ?? 'threads'
  const isNarrow = useMediaQuery('(max-width: 1023px)')
  const [writing, setWriting] = useState<ThreadType>()
  useTitle(t('questions.title'), roomName, t('app.title'))
  const tabs = TABS.filter((name) => name !== 'settings' || isArea)
  const isReading = isNarrow && tab === 'threads' && at.thread !== undefined
  return (
    <section className="screen" aria-labelledby="questions-title">
      <div className="screen-head questions-head">
        <h1 id="questions-title" className="screen-title">
          {t('questions.title')}
        </h1>
        <Segments
          label={t('questions.tabs')}
          names={tabs}
          chosen={tab}
          textOf={(name) =>
            t(
              `questions.tab${name === 'threads' ? 'Threads' : name === 'faq' ? 'Faq' : 'Settings'}`,
            )
          }
          onChoose={(name) => onAddress({ tab: name === 'threads' ? undefined : name })}
        />
        {own && !isView && !isReading && (
          <div className="questions-tools">
            <MailChoice roomId={roomId} own={own} />
            {own.role !== 'expert' && (
              <WriteButtons own={own} isArea={isArea} onWrite={setWriting} />
            )}
          </div>
        )}
      </div>
      {tab === 'faq' && <FaqList roomId={roomId} isEditable={isArea} />}
      {tab === 'settings' && isArea && <SettingsPage roomId={roomId} />}
      {tab === 'threads' && (
        <div className="questions">
          {(!isNarrow || at.thread === undefined) && (
            <ThreadListPane
              roomId={roomId}
              memberId={memberId}
              isArea={isArea}
              own={isView ? undefined : own}
              openId={at.thread}
              onOpen={(thread) => onAddress({ thread })}
            />
          )}
          {at.thread !== undefined ? (
            <ThreadPane
              key={at.thread}
              roomId={roomId}
              id={at.thread}
              memberId={memberId}
              isArea={isArea}
              isView={isView}
              onBack={isNarrow ? () => onAddress({}) : undefined}
              onOpen={(thread) => onAddress({ thread })}
              linkTo={linkTo}
            />
          ) : (
            !isNarrow && (
              <div className="questions-pane">
                <EmptyState icon={ClipboardList} text={t('questions.choose')} />
              </div>
            )
          )}
        </div>
      )}
      {writing && (
        <WriteDialog
          roomId={roomId}
          type={writing}
          isArea={isArea}
          start={undefined}
          onWritten={(thread) => onAddress({ thread })}
          onClose={() => setWriting(undefined)}
        />
      )}
    </section>
  )
}

interface WriteButtonsProps {
  readonly own: OwnThreads
  readonly isArea: boolean
  readonly onWrite: (type: ThreadType) => void
}

function WriteButtons({ own, isArea, onWrite }: WriteButtonsProps) {
  const { t } = useTranslation()
  const blocked = own.canDraft ? undefined : t(`questions.blocked${own.reason ?? 'ROLE'}`)
  const isRequestBlocked =
    own.reason === 'FROZEN' || own.reason === 'ROLE' || own.reason === 'LAST_DAY'
  return (
    <>
      <Button
        icon={PackagePlus}
        blockedBecause={
          isRequestBlocked ? t(`questions.blocked${own.reason ?? 'ROLE'}`) : undefined
        }
        onClick={() => onWrite('REQUEST')}
      >
        {t(isArea ? 'questions.writeRequestFor' : 'questions.writeRequest')}
      </Button>
      <Button
        variant="primary"
        icon={MessageCircleQuestionMark}
        blockedBecause={blocked}
        onClick={() => onWrite('QUESTION')}
      >
        {t(isArea ? 'questions.writeFor' : 'questions.write')}
      </Button>
    </>
  )
}

function MailChoice({ roomId, own }: { readonly roomId: number; readonly own: OwnThreads }) {
  const { t } = useTranslation()
  const api = useApi()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const change = useMutation({
    mutationFn: (mails: OwnThreads['mails']) => api.call(setMails, { body: { mails } }),
    onError: alertError,
    onSettled: refresh,
  })
  return (
    <SelectField
      label={t('questions.mails')}
      chosen={change.isPending ? change.variables : own.mails}
      options={PACES.map((id) => ({ id, label: t(`questions.mails${id}`) }))}
      onChoose={(mails) => change.mutate(mails)}
    />
  )
}
