import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { Fragment, lazy, Suspense } from 'react'
import { ROLE } from '../../contract/core/limits.ts'
import { FolderTree, FolderView, ReadingTools, useItem } from '../features/documents/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { inFolder } from '../lib/folder-search.ts'
import { useTranslation } from '../lib/i18n.ts'
import { buttonClass } from '../ui/button.tsx'
import { useSession, useView } from './house-context.ts'
import { MailTool, ReceivedAttachment } from './message-tools.tsx'
import { Shell } from './shell.tsx'
import { useActivityDialog } from './use-activity-dialog.tsx'
import { useRaised } from './use-raised.ts'
import { useRoom } from './use-room.ts'
import { useSearch } from './use-search.tsx'

const loadViewer = () => import('../features/viewer/index.ts')
const ViewerPanel = lazy(() => loadViewer().then((module) => ({ default: module.ViewerPanel })))

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Counts how often somebody came to a page on which something was found. */
    readonly visit?: number
  }
}

const route = getRouteApi('/inside/')

/** The room as everybody reads it: folders, their lists, a document beside them. */
export function UserScreen() {
  const session = useSession()
  if (!session?.agreed) return null
  return <Room session={session} />
}

function Room({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const { folder = 0, q, attachment } = route.useSearch()
  const navigate = useNavigate()
  const search = useSearch({ roomId: session.roomId, q, folder })
  return (
    <Shell
      roomId={session.roomId}
      search={search.box}
      sideLabel={t('app.folders')}
      side={(close) => <FolderTree roomId={session.roomId} folder={q === undefined ? folder : undefined} onNavigate={close} />}
      otherArea={session.roleId === ROLE.operator ? { to: '/admin/dashboard', label: t('app.operatorScreen') } : undefined}
    >
      <Documents session={session} results={q === undefined ? undefined : search.results} />
      {attachment !== undefined && (
        <ReceivedAttachment
          messageId={attachment}
          onClose={() => void navigate({ to: '/', search: (all) => ({ ...all, attachment: undefined }), state: true, replace: true })}
        />
      )}
    </Shell>
  )
}

const isPage = (page: unknown): page is number => Number.isSafeInteger(page)

interface DocumentsProps {
  readonly session: SessionRecord
  /** In place of the list while something is sought. */
  readonly results: ReturnType<typeof useSearch>['results'] | undefined
}

/** The list, or what was found, and beside it the document that the address names. */
function Documents({ session, results }: DocumentsProps) {
  const { t } = useTranslation()
  const { folder = 0, doc, page, q, find, attachment } = route.useSearch()
  const navigate = useNavigate()
  const room = useRoom(session.roomId)
  const activity = useActivityDialog(session.roomId)
  const isViewing = useView() !== undefined
  const mayFill = session.roleId === ROLE.operator && !isViewing
  const raised = useRaised(session.roomId, mayFill)
  const { item, readAt } = useItem(session.roomId, folder, doc)
  // Of one address: the page and the visit for which it is.
  const sought = useLocation({
    select: ({ search, state: { visit = 0 } }) =>
      search.doc !== doc || find === undefined ? undefined : { words: find, page: isPage(search.page) ? search.page : 1, visit },
    structuralSharing: true,
  })
  const here = { ...inFolder(folder), ...(q === undefined ? {} : { q }) }
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
            emptyAction={mayFill && <UploadLink folder={folder} />}
          />
        )}
      </div>
      {doc !== undefined && (
        <Suspense>
          <ViewerPanel
            documentId={doc}
            name={item?.name}
            watermark={room?.watermark}
            strict={room?.viewing.strict}
            // Whatever changes rights, switches or documents has the list read anew.
            standing={readAt}
            editor={item?.permission.edit ? { memberId: session.id, roomId: session.roomId } : undefined}
            page={page}
            sought={sought}
            onPage={(number) =>
              void navigate({
                to: '/',
                search: { ...here, ...inDocument, ...above, doc, page: number },
                state: true,
                replace: true,
                resetScroll: false,
              })
            }
            onActivity={raised.data && !isViewing ? () => activity.showItem(doc, item?.name ?? '') : undefined}
            onClose={() => void navigate({ to: '/', search: here })}
            actions={
              item && (
                <Fragment key={item.id}>
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

/** The way from an empty folder to where an operator fills it. */
function UploadLink({ folder }: { readonly folder: number }) {
  const { t } = useTranslation()
  return (
    <Link to="/admin/upload" search={inFolder(folder)} className={buttonClass({ variant: 'primary' })}>
      <Upload />
      {t('documents.toUpload')}
    </Link>
  )
}
