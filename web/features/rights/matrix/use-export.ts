import { useMutation } from '@tanstack/react-query'
import { exportMatrix } from '../../../../contract/features/groups/rights-matrix.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { namedFile } from '../../../lib/browser/named-file.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'

/** @returns `past`, which throws, and `save`, which reports by itself. */
export function useExport(roomId: number, roomName: string | undefined) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  const fetchAndSave = async (at?: Date): Promise<void> => {
    const query = at === undefined ? {} : { at: at.toISOString() }
    const bytes = await api.bytes(exportMatrix, { params: { roomId: String(roomId) }, query })
    const title = t('matrix.fileName', { room: roomName ?? '' })
    const file = namedFile(bytes, title, at?.getTime() ?? systemClock.now(), 'xlsx')
    saveFile(file)
    toast(t('matrix.exported', { name: file.name }))
  }
  const running = useMutation({ mutationFn: () => fetchAndSave(), onError: alertError })
  return {
    isRunning: running.isPending,
    save: () => running.mutateAsync().catch(() => undefined),
    past: fetchAndSave,
  }
}
