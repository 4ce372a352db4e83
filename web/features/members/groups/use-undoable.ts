import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { useRefresh } from './use-refresh.ts'

type Api = ReturnType<typeof useApi>

/** A string from `takeBack` replaces the usual message. */
export function useUndoable(
  roomId: number,
): (text: string, takeBack: (api: Api) => Promise<unknown>) => void {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const undo = async (takeBack: (api: Api) => Promise<unknown>) => {
    try {
      const said = await block(takeBack(api))
      toast(typeof said === 'string' ? said : t('groups.undone'))
    } catch (error) {
      await alertError(error)
    } finally {
      await refresh()
    }
  }
  return (text, takeBack) =>
    toast({
      title: 'Succeed',
      text,
      action: { label: t('groups.undo'), onPress: () => void undo(takeBack) },
    })
}
