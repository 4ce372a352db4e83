import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { type ComponentProps, Fragment, lazy, Suspense, useState } from 'react'
import { ROLE } from '../../../contract/core/limits.ts'
import {
  FolderView,
  ReadingTools,
  useIsDropFolder,
  useItem,
} from '../../features/documents/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { filterIn } from '../../lib/filter-address.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { useIsContentOperator } from '../../room/room-access.ts'
import { StagedMark } from '../../room/staged-mark.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { MailTool, ReceivedAttachment } from '../shell/message-tools.tsx'
import { Shell } from '../shell/shell.tsx'
import { useActivityDialog } from '../shell/use-activity-dialog.tsx'
import { useSearch } from '../shell/use-search.tsx'
import { useApp, useSession, useView } from '../use-app.ts'
import { useElevated } from '../use-elevated.ts'
import { useRoom } from '../use-room.ts'
import { loadSelectionBar } from './late-parts.ts'
import { ReaderSide } from './reader-side.tsx'
import { useOpened } from './use-opened.ts'

const loadViewer = () => import('../../features/viewer/index.ts')
const ViewerPanel = lazy(() => loadViewer().then((module) => ({ default: module.ViewerPanel })))

const AskTool = lazy(() =>
  import('../shell/question-tools.tsx').then((module) => ({ default: module.AskTool })),
)

const SubmissionBar = lazy(() =>
  import('../uploading/submission-bar.tsx').then((module) => ({ default: module.SubmissionBar })),
)

const route = getRouteApi('/inside/')

export function UserScreen() {
  const session = useSession()
  if (!session?.agreed) return null
  return <Room session={session} />
}

function Room({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const at = route.useSearch()
  const { folder = 0, q, attachment } = at
  const navigate = useNavigate()
  const search = useSearch({ roomId: session.roomId, at })
  const isContentOperator = useIsContentOperator()
  return (
    <Shell
      roomId={session.roomId}
      search={search.box}
      sideLabel={t('app.folders')}
      side={(close) => (
        <ReaderSide
          roomId={session.roomId}
          folder={q === undefined ? folder : undefined}
          onNavigate={close}
        />
      )}
      otherArea={
        session.roleId === ROLE.operator
          ? {
              to: isContentOperator ? '/admin/upload' : '/admin/dashboard',
              label: t('app.operatorScreen'),
            }
          : undefined
      }
    >
      <Documents session={session} results={q === undefined ? undefined : search.results} />
      {attachment !== undefined && (
        <ReceivedAttachment
          messageId={attachment}
          onClose={() =>
            void navigate({
              to: '/',
              search: (all) => ({ ...all, attachment: undefined }),
              state: true,
              replace: true,
            })
          }
        />
      )}
    </Shell>
  )
}

const isPage = (page: unknown): page is number => Number.isSafeInteger(page)

interface DocumentsProps {
  readonly session: SessionRecord
  readonly results: ReturnType<typeof useSearch>['results'] | undefined
}

function Documents({ session, results }: DocumentsProps) {
  const { t } = useTranslation()
  const at = route.useSearch()
  const { folder = 0, doc, page, q, find, attachment } = at
  const navigate = useNavigate()
  const room = useRoom(session.roomId)
  const activity = useActivityDialog(session.roomId)
  const isViewing = useView() !== undefined
  const isContentOperator = useIsContentOperator()
  const mayFill = session.roleId === ROLE.operator && !isViewing
  const submits = useIsDropFolder(session.roomId, folder) && session.roleId !== ROLE.operator
  const { i18n } = useApp()
  const [Bar] = useState(() =>
    lazy(async () => ({ default: (await loadSelectionBar(i18n)).SelectionBar })),
  )
  const elevated = useElevated(session.roomId, mayFill)
  const { item, readAt } = useItem(session.roomId, folder, doc)
  const noteOpened = useOpened(session.roomId, item)
  const searched = useLocation({
    select: ({ search, state: { visit = 0 } }) =>
      search.doc !== doc || find === undefined
        ? undefined
        : { words: find, page: isPage(search.page) ? search.page : 1, visit },
    structuralSharing: true,
  })
  const here = { ...inFolder(folder), ...(q === undefined ? {} : { q, ...filterIn(at) }) }
  const inDocument = find === undefined ? {} : { find }
  const above = attachment === undefined ? {} : { attachment }
  return (
    <div className={doc === undefined ? 'panes' : 'panes panes-split'}>
      <div className="panes-list">
        {results?.({ roomName: room?.roomName, openId: doc, opensFiles: true }) ?? (
          <FolderView
            caller={session}
            folder={folder}
            opensFiles
            openId={doc}
            screen={t('documents.title')}
            roomName={room?.roomName}
            bar={(selecting) => <Bar {...selecting} />}
            emptyAction={mayFill && <UploadLink folder={folder} />}
            above={(name) =>
              submits && <Submitting roomId={session.roomId} folder={{ id: folder, name }} />
            }
          />
        )}
      </div>
      {doc !== undefined && (
        <Suspense>
          <ViewerPanel
            documentId={doc}
            name={item?.name}
            index={item?.index}
            mark={item && <StagedMark item={item} t={t} />}
            watermark={room?.watermark}
            strict={room?.viewing.strict}
            recheckKey={readAt}
            editor={
              item?.permission.edit ? { memberId: session.id, roomId: session.roomId } : undefined
            }
            page={page}
            searched={searched}
            onPage={(number) =>
              void navigate({
                to: '/',
                search: { ...here, ...inDocument, ...above, doc, page: number },
                state: true,
                replace: true,
                resetScroll: false,
              })
            }
            onOpened={noteOpened}
            onActivity={
              elevated.data && !isViewing && !isContentOperator
                ? () => activity.showItem(doc, item?.name ?? '')
                : undefined
            }
            onClose={() => void navigate({ to: '/', search: here })}
            actions={
              item && (
                <Fragment key={item.id}>
                  <AskTool document={item} page={page} />
                  <MailTool document={item} />
                  <ReadingTools caller={session} item={item} />
                </Fragment>
              )
            }
          />
        </Suspense>
      )}
      {activity.layer}
    </div>
  )
}

function Submitting(props: ComponentProps<typeof SubmissionBar>) {
  return (
    <Suspense>
      <SubmissionBar {...props} />
    </Suspense>
  )
}

function UploadLink({ folder }: { readonly folder: number }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/admin/upload"
      search={inFolder(folder)}
      className={buttonClass({ variant: 'primary' })}
    >
      <Upload />
      {t('documents.toUpload')}
    </Link>
  )
}
