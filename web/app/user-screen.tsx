import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ROLE } from '../../contract/core/limits.ts'
import { FolderTree, FolderView, ReadingTools, useItem } from '../features/documents/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useSession, useView } from './house-context.ts'
import { MailTool } from './message-tools.tsx'
import { Shell } from './shell.tsx'
import { useActivityDialog } from './use-activity-dialog.tsx'
import { useRaised } from './use-raised.ts'
import { useRoom } from './use-room.ts'

const loadViewer = () => import('../features/viewer/index.ts')
const ViewerPanel = lazy(() => loadViewer().then((module) => ({ default: module.ViewerPanel })))

const route = getRouteApi('/inside/')

/** The room as everybody reads it: folders, their lists, a document beside them. */
export function UserScreen() {
  const { t } = useTranslation()
  const session = useSession()
  const { folder = 0 } = route.useSearch()
  if (!session?.agreed) return null
  return (
    <Shell
      roomId={session.roomId}
      sideLabel={t('app.folders')}
      side={(close) => <FolderTree roomId={session.roomId} folder={folder} onNavigate={close} />}
      otherArea={session.roleId === ROLE.operator ? { to: '/admin/dashboard', label: t('app.operatorScreen') } : undefined}
    >
      <Documents session={session} />
    </Shell>
  )
}

/** The list, and beside it the document that the address names. */
function Documents({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const { folder = 0, doc, page } = route.useSearch()
  const navigate = useNavigate()
  const room = useRoom(session.roomId)
  const activity = useActivityDialog(session.roomId)
  const isViewing = useView() !== undefined
  const raised = useRaised(session.roomId, session.roleId === ROLE.operator && !isViewing)
  const { item, readAt } = useItem(session.roomId, folder, doc)
  const here = folder === 0 ? {} : { folder }
  return (
    <div className={doc === undefined ? 'panes' : 'panes panes-split'}>
      <div className="panes-list">
        <FolderView caller={session} folder={folder} opensFiles openId={doc} screen={t('documents.title')} roomName={room?.roomName} />
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
            onPage={(number) => void navigate({ to: '/', search: { ...here, doc, page: number }, replace: true, resetScroll: false })}
            onActivity={raised.data && !isViewing ? () => activity.showItem(doc, item?.name ?? '') : undefined}
            onClose={() => void navigate({ to: '/', search: here })}
            actions={
              item && (
                <>
                  <MailTool key={item.id} document={item} />
                  <ReadingTools key={item.id} caller={session} item={item} />
                </>
              )
            }
          />
        </Suspense>
      )}
      {activity.layer}
    </div>
  )
}
