import './upload-screen.css'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ManagedFolderView } from '../features/documents/index.ts'
import { RoomSwitches, ViewingSettings } from '../features/rooms/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { DropPanel, UploadTools } from '../features/uploads/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { usePhaseBlock } from '../lib/room-phase.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { IconButton } from '../ui/button.tsx'
import { useSession } from './house-context.ts'
import { useUploadTree } from './upload-tree.tsx'
import { useUploads } from './uploads-context.ts'
import { useActivityDialog } from './use-activity-dialog.tsx'
import { useRoom } from './use-room.ts'
import { useSearch } from './use-search.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The item for which somebody came to its folder. */
    readonly sought?: number
  }
}

const route = getRouteApi('/inside/operator/admin/upload')

/** The folders as operators fill them. */
export function UploadScreen() {
  const session = useSession()
  return session ? <Upload session={session} /> : null
}

/** The folders, and beside them the list of one, or what was found. */
function Upload({ session }: { readonly session: SessionRecord }) {
  const { folder = 0, q } = route.useSearch()
  const room = useRoom(session.roomId)
  const { results } = useSearch({ roomId: session.roomId, q, folder })
  const tree = useUploadTree(session.roomId, q === undefined ? folder : undefined)
  return (
    <div className="upload-panes">
      {tree.column}
      <div className="panes-list">
        {q === undefined ? (
          <Documents session={session} folder={folder} roomName={room?.roomName} lead={tree.button} />
        ) : (
          results({ roomName: room?.roomName, openId: undefined, opensFiles: false })
        )}
      </div>
      {tree.drawer}
    </div>
  )
}

interface DocumentsProps {
  readonly session: SessionRecord
  readonly folder: number
  readonly roomName: string | undefined
  readonly lead: ReactNode
}

function Documents({ session, folder, roomName, lead }: DocumentsProps) {
  const { t } = useTranslation()
  const uploads = useUploads()
  const soughtId = useLocation({ select: ({ state }) => state.sought })
  const activity = useActivityDialog(session.roomId)
  const isBlocked = usePhaseBlock('documents.write') !== undefined
  const settings = useSettings(session)
  const dropPanel = (name: string, isSlim: boolean) =>
    uploads && !isBlocked && <DropPanel queue={uploads} folder={{ id: folder, name }} isSlim={isSlim} />
  return (
    <>
      <ManagedFolderView
        caller={session}
        folder={folder}
        opensFiles={false}
        soughtId={soughtId}
        onActivity={({ id, name }) => activity.showItem(id, name)}
        screen={t('uploads.title')}
        roomName={roomName}
        lead={lead}
        above={(name, isEmpty) => (
          <>
            {settings.row(!isEmpty && dropPanel(name, true))}
            {isEmpty && dropPanel(name, false)}
          </>
        )}
        tools={(name) => (
          <>
            {settings.button}
            {uploads && <UploadTools queue={uploads} folder={{ id: folder, name }} />}
          </>
        )}
      />
      {activity.layer}
    </>
  )
}

const ROW = 'upload-settings'

/** What is set for the room, in a row above the list; on phones it is opened by a button. */
function useSettings({ roomId, email }: SessionRecord) {
  const { t } = useTranslation()
  const isFolding = useMediaQuery('(max-width: 767px)')
  const [isUnfolded, setUnfolded] = useState(false)
  return {
    button: isFolding && (
      <IconButton
        variant="plain"
        icon={SlidersHorizontal}
        label={t('uploads.settings')}
        aria-expanded={isUnfolded}
        aria-controls={ROW}
        onClick={() => setUnfolded(!isUnfolded)}
      />
    ),
    row: (beside: ReactNode) => (
      <div id={ROW} className="upload-settings" hidden={isFolding && !isUnfolded}>
        <div className="upload-switches">
          <RoomSwitches roomId={roomId} email={email} />
          <ViewingSettings roomId={roomId} />
        </div>
        {beside}
      </div>
    ),
  }
}
