import './upload-screen.css'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ManagedFolderView } from '../../features/documents/folder/managed-folder-view.tsx'
import { NumberingSettings, RoomSwitches, ViewingSettings } from '../../features/rooms/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { DropPanel, UploadTools, useUploadAs } from '../../features/uploads/index.ts'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useIsContentOperator, usePhaseBlock } from '../../room/room-access.ts'
import { IconButton } from '../../ui/button.tsx'
import { useActivityDialog } from '../shell/use-activity-dialog.tsx'
import { usePublishingDialog } from '../shell/use-publishing-dialog.tsx'
import { useRightsDialog } from '../shell/use-rights-dialog.tsx'
import { useSearch } from '../shell/use-search.tsx'
import { useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'
import { type UploadState, UploadStateField } from './upload-state-field.tsx'
import { useUploadTree } from './upload-tree.tsx'
import { useUploads } from './uploads-context.ts'
import { useReplaceDialog } from './use-replace-dialog.tsx'

const route = getRouteApi('/inside/operator/admin/upload')

export function UploadScreen() {
  const session = useSession()
  return session ? <Upload session={session} /> : null
}

function Upload({ session }: { readonly session: SessionRecord }) {
  const at = route.useSearch()
  const { folder = 0, q } = at
  const room = useRoom(session.roomId)
  const { results } = useSearch({ roomId: session.roomId, at })
  const tree = useUploadTree(session.roomId, q === undefined ? folder : undefined)
  return (
    <div className="upload-panes">
      {tree.column}
      <div className="panes-list">
        {q === undefined ? (
          <Documents
            session={session}
            folder={folder}
            roomName={room?.roomName}
            lead={tree.button}
          />
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
  const searchedId = useLocation({ select: ({ state }) => state.searched })
  const activity = useActivityDialog(session.roomId)
  const rights = useRightsDialog(session.roomId)
  const isBlocked = usePhaseBlock('documents.write') !== undefined
  const settings = useSettings(session)
  const publishing = usePublishingDialog(session.roomId)
  const [chosen, setChosen] = useState<UploadState>('folder')
  const staged = chosen === 'folder' ? undefined : chosen === 'staged'
  const uploadAs = useUploadAs(uploads, staged)
  const replacing = useReplaceDialog(session.roomId, staged)
  const dropPanel = (name: string, isSlim: boolean) =>
    uploads &&
    !isBlocked && (
      <DropPanel queue={uploads} folder={{ id: folder, name }} staged={staged} isSlim={isSlim} />
    )
  return (
    <>
      <ManagedFolderView
        caller={session}
        folder={folder}
        opensFiles={false}
        searchedId={searchedId}
        onActivity={({ id, name }) => activity.showItem(id, name)}
        onRights={rights.show}
        onPublishing={publishing.show}
        onUploadAs={isBlocked ? undefined : uploadAs}
        onReplacing={replacing.show}
        screen={t('uploads.title')}
        roomName={roomName}
        lead={lead}
        above={(name, isEmpty) => (
          <>
            {settings.row(
              !isBlocked && (
                <UploadStateField
                  roomId={session.roomId}
                  folder={folder}
                  chosen={chosen}
                  onChoose={setChosen}
                />
              ),
              !isEmpty && dropPanel(name, true),
            )}
            {isEmpty && dropPanel(name, false)}
          </>
        )}
        tools={(name) => (
          <>
            {settings.button}
            {uploads && (
              <UploadTools queue={uploads} folder={{ id: folder, name }} staged={staged} />
            )}
          </>
        )}
      />
      {activity.layer}
      {rights.layer}
      {publishing.layer}
      {replacing.layer}
    </>
  )
}

const ROW = 'upload-settings'

function useSettings({ roomId, email }: SessionRecord) {
  const { t } = useTranslation()
  const isFolding = useMediaQuery('(max-width: 767px)')
  const [isUnfolded, setUnfolded] = useState(false)
  const isContentOperator = useIsContentOperator()
  return {
    button: isFolding && !isContentOperator && (
      <IconButton
        variant="plain"
        icon={SlidersHorizontal}
        label={t('uploads.settings')}
        aria-expanded={isUnfolded}
        aria-controls={ROW}
        onClick={() => setUnfolded(!isUnfolded)}
      />
    ),
    row: (uploadState: ReactNode, beside: ReactNode) => (
      <div
        id={ROW}
        className="upload-settings"
        hidden={isFolding && !isUnfolded && !isContentOperator}
      >
        <div className="upload-switches">
          {isContentOperator ? (
            <p className="meta">{t('uploads.publishedByOthers')}</p>
          ) : (
            <>
              <RoomSwitches roomId={roomId} email={email} />
              <ViewingSettings roomId={roomId} />
              <NumberingSettings roomId={roomId} />
              {uploadState}
            </>
          )}
        </div>
        {beside}
      </div>
    ),
  }
}
