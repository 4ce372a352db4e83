import '../../../ui/page/screen.css'
import './permissions-page.css'
import { useQuery } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'
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
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { RightsDialog } from '../rights-dialog.tsx'
import { MatrixGrid } from './grid/matrix-grid.tsx'
import { changesIn, type MatrixRow } from './matrix-model.ts'
import { ALL_GROUPS, type PermissionsFilter, PermissionsFilterBar } from './permissions-filter.tsx'
import { PermissionsFoot } from './permissions-foot.tsx'
import { PermissionsTools } from './permissions-tools.tsx'
import { useFoundLines } from './use-found-lines.ts'
import { useAllGrants, useEdits } from './use-matrix.ts'
import { useTreeLines } from './use-tree-lines.ts'

interface PermissionsPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
}

export function PermissionsPage({ roomId, roomName }: PermissionsPageProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  useTitle(t('matrix.title'), roomName, t('app.title'))
  return (
    <section className="screen" aria-labelledby="permissions-title">
      {isNarrow ? (
        <NarrowPermissions roomId={roomId} />
      ) : (
        <WidePermissions roomId={roomId} roomName={roomName} />
      )}
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
      <EmptyState
        icon={Table2}
        text={t('matrix.narrow')}
        action={<Button onClick={() => setOpen(true)}>{t('rights.menuRoot')}</Button>}
      />
      {isOpen && (
        <RightsDialog
          roomId={roomId}
          subjects={[ROOT]}
          start="levels"
          onClose={() => setOpen(false)}
        />
      )}
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
  const [filter, setFilter] = useState<PermissionsFilter>({
    keyword: '',
    groupId: ALL_GROUPS,
    ownOnly: false,
  })
  const [details, setDetails] = useState<MatrixRow>()
  const { groupId, ownOnly } = filter
  const keyword = useDeferredValue(filter.keyword.trim())
  const isTree = keyword === '' && !ownOnly
  const tree = useTreeLines(roomId, t('rights.root'), isTree)
  const found = useFoundLines(
    roomId,
    { keyword, ownOnly, groupId: groupId === ALL_GROUPS ? undefined : groupId },
    !isTree,
  )
  const shown = isTree ? tree : found
  const { changes } = changesIn(grants.data ?? new Map(), edits.edits)
  useLeaveWarning(changes.length > 0)
  const columns = groups.data?.filter(({ id }) => groupId === ALL_GROUPS || id === groupId)
  const failed = [groups, grants].find(({ isError }) => isError) ?? groups

  return (
    <>
      <div className="screen-head">
        <Title />
        <PermissionsFilterBar groups={groups.data ?? []} filter={filter} onFilter={setFilter} />
        <PermissionsTools roomId={roomId} roomName={roomName} groups={groups.data ?? []} />
      </div>
      {columns && groups.data && grants.data ? (
        <>
          {shown.query ? (
            <div className="permissions-state">
              <QueryState query={shown.query} count={8} />
            </div>
          ) : shown.lines.length === 0 ? (
            <EmptyState
              icon={Table2}
              text={t(keyword === '' ? 'matrix.noneGranted' : 'matrix.noneFound')}
            />
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
          <PermissionsFoot
            roomId={roomId}
            groups={groups.data}
            grants={grants.data}
            edits={edits}
            changeCount={changes.length}
          />
        </>
      ) : (
        <div className="permissions-state">
          <QueryState query={failed} count={8} />
        </div>
      )}
      {details && (
        <RightsDialog
          roomId={roomId}
          subjects={[subjectOf(details)]}
          start="levels"
          onClose={() => setDetails(undefined)}
        />
      )}
    </>
  )
}

const subjectOf = ({ itemId, name, isFolder, path }: MatrixRow): RightsSubject => ({
  id: itemId,
  name,
  isFolder,
  parent: itemId === 0 ? undefined : (path.at(-1)?.id ?? 0),
})
