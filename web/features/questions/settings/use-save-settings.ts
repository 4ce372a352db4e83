import { useQueryClient } from '@tanstack/react-query'
import { updateSettings } from '../../../../contract/features/threads/thread-settings.ts'
import type { GivenRequest } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { groupsKey } from '../../../room/groups.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { refreshThreads } from '../threads-query.ts'

type ThreadSettingsChange = Omit<GivenRequest<typeof updateSettings>['body'], 'id'>

/** @throws an error of the server. */
export function useSaveSettings(roomId: number): (change: ThreadSettingsChange) => Promise<void> {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  return async (change) => {
    await api.call(updateSettings, { body: { id: roomId, ...change } })
    toast(t('questions.settingsSaved'))
    await Promise.all([
      refreshThreads(queries, roomId),
      queries.invalidateQueries({ queryKey: groupsKey(roomId) }),
    ])
  }
}
