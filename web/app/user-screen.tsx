import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ITEM_TYPE, ROLE } from '../../contract/core/limits.ts'
import { DownloadButton, FolderView, RootFolders, useItems } from '../features/documents/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { ViewerPanel } from '../features/viewer/index.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { useSession } from './house-context.ts'
import { Shell, useRoomName, useWatermark } from './shell.tsx'

const route = getRouteApi('/')

export function UserScreen() {
  const { t } = useTranslation()
  const session = useSession()
  if (!session?.agreed) return null
  const operatorLink = session.roleId === ROLE.operator && (
    <Link to="/admin/upload" className="button">
      {t('app.operatorScreen')}
    </Link>
  )
  return (
    <Shell roomId={session.roomId} side={<RootFolders roomId={session.roomId} />} switchLink={operatorLink}>
      <Documents session={session} />
    </Shell>
  )
}

/** The list, and beside it the document that the address names. */
function Documents({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const { folder = 0, doc } = route.useSearch()
  const navigate = useNavigate()
  const roomName = useRoomName(session.roomId)
  const watermark = useWatermark(session.roomId)
  const item = useItems(session.roomId, folder).data?.find(({ id }) => id === doc)
  // On a small screen the document lies over the list.
  const isCovered = useMediaQuery('(max-width: 767px)') && doc !== undefined

  const close = () => void navigate({ to: '/', search: folder === 0 ? {} : { folder }, state: true })
  const mayDownload = item?.permission.download === true && item.type === ITEM_TYPE.file
  return (
    <div className={doc === undefined ? 'panes' : 'panes split'}>
      <div className="pane-slot" inert={isCovered}>
        <FolderView caller={session} folder={folder} opensFiles openId={doc} screen={t('documents.title')} roomName={roomName} />
      </div>
      {doc !== undefined && (
        <ViewerPanel
          key={doc}
          documentId={doc}
          watermark={watermark}
          onClose={close}
          actions={mayDownload ? <DownloadButton item={item} /> : undefined}
        />
      )}
    </div>
  )
}
