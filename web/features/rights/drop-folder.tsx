import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { dropFolders, updateDropFolder } from '../../../contract/features/submissions.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { RightsSubject } from '../../room/rights-subject.ts'
import { usePhaseBlock } from '../../room/room-access.ts'
import { ColorDot } from '../../ui/list/color-dot.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { rightsKey, type Seeing, useWhoSees } from './rights-query.ts'

interface DropFolderProps {
  readonly roomId: number
  readonly subject: RightsSubject
}

function useDropFolder(roomId: number, itemId: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...rightsKey(roomId), 'drop', itemId],
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const query = { itemId: String(itemId), limit: String(LIMITS.listMax) }
      const rows = await api.call(
        dropFolders,
        { params: { roomId: String(roomId) }, query },
        { signal },
      )
      return new Set(rows.map(({ groupId }) => groupId))
    },
  })
}

function useAllow(roomId: number, fileId: number) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  const set = async (group: Seeing['group'], isAllowed: boolean): Promise<void> => {
    try {
      await api.call(updateDropFolder, {
        body: { roomId, fileId, groups: [{ groupId: group.id, isAllowed }] },
      })
      const undo = { label: t('actions.undo'), onPress: () => void set(group, !isAllowed) }
      toast({
        text: t(isAllowed ? 'submissions.allowed' : 'submissions.disallowed', {
          group: group.name,
        }),
        action: undo,
      })
    } catch (error) {
      await alertError(error)
    }
    await Promise.all(
      [rightsKey(roomId), ['items', roomId]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
  return set
}

export function DropFolder({ roomId, subject }: DropFolderProps) {
  const { t } = useTranslation()
  const groups = useWhoSees(roomId, subject.id)
  const allowed = useDropFolder(roomId, subject.id)
  const allow = useAllow(roomId, subject.id)
  const frozen = usePhaseBlock('rights.manage')
  const [saving, setSaving] = useState<number>()
  if (!groups.data) return <QueryState query={groups} count={3} />
  if (!allowed.data) return <QueryState query={allowed} count={3} />
  const toggle = async (group: Seeing['group'], isAllowed: boolean) => {
    setSaving(group.id)
    await allow(group, isAllowed)
    setSaving(undefined)
  }
  return (
    <>
      <p className="rights-help meta">{t('submissions.folderHelp')}</p>
      {groups.data.length === 0 && (
        <EmptyState icon={UsersRound} text={t('submissions.noGroups')} />
      )}
      <ul className="rights-rows" aria-label={t('submissions.groups')}>
        {groups.data.map(({ group, level }) => (
          <li key={group.id} className="drop-group">
            <label className="rights-group">
              <input
                type="checkbox"
                checked={allowed.data.has(group.id)}
                disabled={frozen !== undefined || saving === group.id}
                onChange={({ currentTarget }) => void toggle(group, currentTarget.checked)}
              />
              <ColorDot color={group.color} />
              <span className="rights-name">{group.name}</span>
            </label>
            {level === 'none' && <p className="meta">{t('submissions.unseen')}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
