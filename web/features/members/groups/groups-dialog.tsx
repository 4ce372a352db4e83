import './groups-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { groupsQuery, rootGrantsQuery } from '../../../room/groups.ts'
import { Button } from '../../../ui/button.tsx'
import { ListDialog } from '../../../ui/dialog/list-dialog.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { GroupRow } from './group-row.tsx'

interface GroupsDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function GroupsDialog({ roomId, onClose }: GroupsDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const groups = useQuery(groupsQuery(api, roomId))
  const roots = useQuery(rootGrantsQuery(api, roomId))
  const [isCreating, setCreating] = useState(false)
  const close = useRef<HTMLButtonElement>(null)
  const failed = groups.isError ? groups : roots
  const rows = groups.data && roots.data ? groups.data : undefined

  return (
    <>
      <ListDialog
        title={t('groups.title')}
        help={t('groups.help')}
        query={groups.isPending ? groups : failed}
        rows={rows}
        count={3}
        row={(group) => (
          <GroupRow
            key={group.id}
            roomId={roomId}
            group={group}
            groups={rows ?? []}
            root={roots.data?.find(({ groupId }) => groupId === group.id)}
          />
        )}
        buttons={
          <Button
            icon={Plus}
            blockedBecause={rows ? undefined : t('common.loading')}
            onClick={() => setCreating(true)}
          >
            {t('groups.create')}
          </Button>
        }
        closeRef={close}
        onClose={onClose}
      />
      {isCreating && (
        <CreateDialog roomId={roomId} groups={rows ?? []} onClose={() => setCreating(false)} />
      )}
    </>
  )
}
