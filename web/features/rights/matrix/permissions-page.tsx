import '../../../ui/page/screen.css'
import './permissions-page.css'
import { useQuery } from '@tanstack/react-query'
import { FileDown, FileUp, History, Table2, Undo2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useApi } from '../../../lib/api/api-context.ts'
import { useLeaveWarning } from '../../../lib/browser/use-leave-warning.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTitle } from '../../../lib/browser/use-title.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { groupsQuery } from '../../../room/groups.ts'
import type { RightsSubject } from '../../../room/rights-subject.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { RightsDialog } from '../rights-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { MatrixGrid } from './matrix-grid.tsx'
import { changesIn, type MatrixRow } from './matrix-model.ts'
import { PastExportDialog } from './past-export-dialog.tsx'
import { SummaryDialog } from './summary-dialog.tsx'
import { useExport } from './use-export.ts'
import { useFoundLines } from './use-found-lines.ts'
import { useAllGrants, useEdits } from './use-matrix.ts'
import { useTreeLines } from './use-tree-lines.ts'

interface PermissionsPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
}

const ALL = 0

export function PermissionsPage({ roomId, roomName }: PermissionsPageProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  useTitle(t('matrix.title'), roomName, t('app.title'))
  return (
    <section className="screen" aria-labelledby="permissions-title">
      {isNarrow ? <NarrowPermissions roomId={roomId} /> : <WidePermissions roomId={roomId} roomName={roomName} />}
    </section>
  )
}

const ROOT: RightsSubject = { id: 0, name: '', parent: undefined, isFolder: true }

function NarrowPermissions({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="screen-head">
        <Title />
      </div>
      <EmptyState icon={Table2} text={t('matrix.narrow')} action={<Button onClick={() => setOpen(true)}>{t('rights.menuRoot')}</Button>} />
      {isOpen && <RightsDialog roomId={roomId} subjects={[ROOT]} start="levels" onClose={() => setOpen(false)} />}
    </>
  )
}

function Title() {
  const { t } = useTranslation()
  return (
    <h1 id="permissions-title" className="screen-title">
      {t('matrix.title')}
    </h1>
  )
}

function WidePermissions({ roomId, roomName }: PermissionsPageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const groups = useQuery(groupsQuery(api, roomId))
  const grants = useAllGrants(roomId)
  const edits = useEdits(roomId)
  const frozen = usePhaseBlock('rights.manage')
  const [keyword, setKeyword] = useState('')
  const [groupId, setGroupId] = useState(ALL)
  const [isGranted, setGranted] = useState(false)
  const [details, setDetails] = useState<MatrixRow>()
  const [isSaving, setSaving] = useState(false)
  const [file, setFile] = useState<File>()
  const [isOfPast, setOfPast] = useState(false)
  const words = useDeferredValue(keyword.trim())
  const isTree = words === '' && !isGranted
  const tree = useTreeLines(roomId, t('rights.root'), isTree)
  const found = useFoundLines(roomId, { keyword: words, isGranted, groupId: groupId === ALL ? undefined : groupId }, !isTree)
  const shown = isTree ? tree : found
  const exporting = useExport(roomId, roomName)
  const { changes } = changesIn(grants.data ?? new Map(), edits.edits)
  useLeaveWarning(changes.length > 0)
  const columns = groups.data?.filter(({ id }) => groupId === ALL || id === groupId)
  const failed = [groups, grants].find(({ isError }) => isError) ?? groups

  return (
    <>
      <div className="screen-head">
        <Title />
        <div className="permissions-filter">
          <search>
            <input
              className="field field-small"
              type="search"
              aria-label={t('matrix.search')}
              placeholder={t('matrix.search')}
              autoComplete="off"
              value={keyword}
              onChange={(event) => setKeyword(event.currentTarget.value)}
            />
          </search>
          <SelectField
            label={t('matrix.group')}
            chosen={groupId}
            options={[{ id: ALL, label: t('matrix.allGroups') }, ...(groups.data ?? []).map(({ id, name }) => ({ id, label: name }))]}
            onChoose={setGroupId}
          />
          <label className="permissions-own">
            <input type="checkbox" checked={isGranted} onChange={(event) => setGranted(event.currentTarget.checked)} />
            {t('matrix.ownOnly')}
          </label>
        </div>
        <div className="permissions-tools">
          <Button icon={FileDown} isBusy={exporting.isRunning} onClick={() => void exporting.save()}>
            {t('matrix.export')}
          </Button>
          <Button icon={History} onClick={() => setOfPast(true)}>
            {t('matrix.past')}
          </Button>
          <FileButton icon={FileUp} label={t('matrix.import')} accept=".xlsx" size="medium" blockedBecause={frozen} onFile={setFile} />
        </div>
      </div>
      {columns && grants.data ? (
        <>
          {shown.query ? (
            <div className="permissions-state">
              <QueryState query={shown.query} count={8} />
            </div>
          ) : shown.lines.length === 0 ? (
            <EmptyState icon={Table2} text={t(words === '' ? 'matrix.noneGranted' : 'matrix.noneFound')} />
          ) : (
            <MatrixGrid
              {...shown}
              groups={columns}
              grants={grants.data}
              edits={edits}
              isBlocked={frozen !== undefined}
              onToggle={isTree ? tree.toggle : undefined}
              onDetails={setDetails}
            />
          )}
          <div className="permissions-foot">
            <p className="meta permissions-keys">{t('matrix.keys')}</p>
            <p className="numbers" role="status">
              {changes.length > 0 && t('matrix.changed', { count: changes.length })}
            </p>
            <Button
              icon={Undo2}
              variant="quiet"
              blockedBecause={changes.length === 0 ? t('rights.nothingChanged') : undefined}
              onClick={edits.undo}
            >
              {t('matrix.undoStep')}
            </Button>
            <Button blockedBecause={changes.length === 0 ? t('rights.nothingChanged') : undefined} onClick={edits.drop}>
              {t('matrix.drop')}
            </Button>
            <Button
              variant="primary"
              blockedBecause={frozen ?? (changes.length === 0 ? t('rights.nothingChanged') : undefined)}
              onClick={() => setSaving(true)}
            >
              {t('matrix.review')}
            </Button>
          </div>
        </>
      ) : (
        <div className="permissions-state">
          <QueryState query={failed} count={8} />
        </div>
      )}
      {details && (
        <RightsDialog
          roomId={roomId}
          subjects={[
            {
              id: details.itemId,
              name: details.name,
              isFolder: details.isFolder,
              parent: details.itemId === 0 ? undefined : (details.path.at(-1)?.id ?? 0),
            },
          ]}
          start="levels"
          onClose={() => setDetails(undefined)}
        />
      )}
      {isSaving && groups.data && grants.data && (
        <SummaryDialog roomId={roomId} groups={groups.data} grants={grants.data} edits={edits} onClose={() => setSaving(false)} />
      )}
      {isOfPast && <PastExportDialog onExport={exporting.past} onClose={() => setOfPast(false)} />}
      {file && <ImportDialog roomId={roomId} file={file} groups={groups.data ?? []} onClose={() => setFile(undefined)} />}
    </>
  )
}
