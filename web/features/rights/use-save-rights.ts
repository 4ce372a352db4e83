import { useQueryClient } from '@tanstack/react-query'
import { grant } from '../../../contract/features/groups/rights.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { GrantChangeInput } from '../../room/grants.ts'
import { groupsKey } from '../../room/groups.ts'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { rightsKey } from './rights-query.ts'

interface Saved {
  readonly changes: readonly GrantChangeInput[]
  readonly undo: readonly GrantChangeInput[]
}

function useSend(roomId: number): (changes: readonly GrantChangeInput[]) => Promise<void> {
  const api = useApi()
  const queries = useQueryClient()
  return async (changes: readonly GrantChangeInput[]) => {
    try {
      await api.call(grant, { body: { roomId, changes: [...changes] } })
    } finally {
      void queries.invalidateQueries({ queryKey: rightsKey(roomId) })
      void queries.invalidateQueries({ queryKey: groupsKey(roomId) })
    }
  }
}

export function useSavedToast(
  roomId: number,
): (text: string, undo: readonly GrantChangeInput[]) => void {
  const { t } = useTranslation()
  const toast = useToast()
  const alertError = useErrorAlert()
  const send = useSend(roomId)
  const takeBack = async (undo: readonly GrantChangeInput[]) => {
    try {
      await send(undo)
      toast(t('rights.undone'))
    } catch (error) {
      await alertError(error)
    }
  }
  return (text, undo) => {
    const action = { label: t('actions.undo'), onPress: () => void takeBack(undo) }
    toast({ text, ...(undo.length > 0 ? { action } : {}) })
  }
}

/** @returns `outdated` if another operator saved first. */
export function useSaveRights(
  roomId: number,
): (saved: Saved) => Promise<'saved' | 'outdated' | 'failed'> {
  const { t } = useTranslation()
  const alertError = useErrorAlert()
  const send = useSend(roomId)
  const say = useSavedToast(roomId)
  return async ({ changes, undo }) => {
    try {
      await send(changes)
    } catch (error) {
      if (
        error instanceof ApiError &&
        (error.code === 'RIGHTS_CHANGED' || error.code === 'NOT_FOUND')
      )
        return 'outdated'
      await alertError(error)
      return 'failed'
    }
    say(t('rights.saved'), undo)
    return 'saved'
  }
}
