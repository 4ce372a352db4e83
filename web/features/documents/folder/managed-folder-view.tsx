import { FileClock, FolderPlus, FolderTree, ShieldCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { ShowPublishing } from '../../../room/publishing-subject.ts'
import type { ShowReplacing } from '../../../room/replacing-place.ts'
import { useIsContentOperator, usePhaseBlock } from '../../../room/room-access.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useLateDialog } from '../../../ui/dialog/use-late-dialog.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { useItemActions } from '../actions/use-item-actions.tsx'
import { type ShowRights, useFolderSubject } from '../actions/use-rights-actions.ts'
import type { UploadAs } from '../expected/use-expected-actions.tsx'
import { SelectionBar } from '../selection/selection-bar.tsx'
import { Folder, type FolderViewProps, type NewFolder } from './folder-view.tsx'
import { NewFolderRow } from './new-folder-row.tsx'
import { useGroundMenu } from './use-ground-menu.tsx'

interface ManagedFolderViewProps extends FolderViewProps {
  readonly lead: ReactNode
  readonly tools: (folderName: string) => ReactNode
  readonly searchedId: number | undefined
  readonly onActivity: (file: Item) => void
  readonly onRights: ShowRights
  readonly onPublishing: ShowPublishing
  readonly onUploadAs: UploadAs | undefined
  readonly onReplacing: ShowReplacing
}

const ExpectedPanel = lazy(() =>
  import('../expected/expected-panel.tsx').then((module) => ({ default: module.ExpectedPanel })),
)
const ExpectedDialog = lazy(() =>
  import('../expected/expected-dialog.tsx').then((module) => ({ default: module.ExpectedDialog })),
)

export function ManagedFolderView(props: ManagedFolderViewProps) {
  const { t } = useTranslation()
  const { folder, caller } = props
  const [namingIn, setNamingIn] = useState<number>()
  const blockedBecause = usePhaseBlock('documents.write')
  const isContentOperator = useIsContentOperator()
  const start = () => setNamingIn(folder)
  const actions = useItemActions(caller, folder, start, {
    showActivity: props.onActivity,
    showRights: props.onRights,
    showPublishing: props.onPublishing,
    showReplacing: props.onReplacing,
  })
  const ground = useGroundMenu(actions)
  const expecting = useLateDialog((close) => (
    <ExpectedDialog caller={caller} folder={folder} onUpload={props.onUploadAs} onClose={close} />
  ))
  const here = useFolderSubject(caller.roomId, folder)
  const tools = (folderName: string) => (
    <>
      <ToolButton
        icon={FolderPlus}
        label={t('documents.createFolder')}
        blockedBecause={blockedBecause}
        onClick={start}
      />
      <IconButton
        variant="plain"
        icon={FolderTree}
        label={t('structure.title')}
        aria-haspopup="dialog"
        blockedBecause={blockedBecause}
        onClick={actions.buildStructure}
      />
      <IconButton
        variant="plain"
        icon={FileClock}
        label={t('expected.title')}
        aria-haspopup="dialog"
        onClick={expecting.open}
      />
      {!isContentOperator && (
        <ToolButton
          icon={ShieldCheck}
          label={t('rights.title')}
          onClick={() => here && props.onRights([here], 'levels')}
        />
      )}
      {props.tools(folderName)}
    </>
  )
  const newFolder: NewFolder = {
    isNamed: namingIn === folder && blockedBecause === undefined,
    stop: () => setNamingIn(undefined),
    row: (onClose) => <NewFolderRow caller={caller} parent={folder} onClose={onClose} />,
  }
  return (
    <>
      <Folder
        {...props}
        tools={tools}
        above={(name, isEmpty, counts) => (
          <>
            {props.above?.(name, isEmpty, counts)}
            {counts && (
              <Suspense>
                <ExpectedPanel
                  key={folder}
                  {...{ caller, folder, counts }}
                  onUpload={props.onUploadAs}
                  onShowAll={expecting.open}
                />
              </Suspense>
            )}
          </>
        )}
        actions={actions}
        ground={ground}
        bar={(selecting) => <SelectionBar {...selecting} actions={actions} />}
        newFolder={newFolder}
        emptyAction={
          <Button icon={FolderTree} onClick={actions.buildStructure}>
            {t('structure.title')}
          </Button>
        }
      />
      {actions.layer}
      {expecting.dialog}
    </>
  )
}
