import { useMutation } from '@tanstack/react-query'
import { exportMatrix, SPREADSHEET } from '../../../../contract/features/rights-matrix.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { dayOf } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'

export function useExport(roomId: number, roomName: string | undefined) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  const running = useMutation({
    mutationFn: () => api.bytes(exportMatrix, { params: { roomId: String(roomId) } }),
    onSuccess(bytes) {
      const day = dayOf(new Date(systemClock.now()).toISOString())
      const name = `${t('matrix.fileName', { room: roomName ?? '' })} ${day}.xlsx`.replace(/[\\/:*?"<>|]/g, '_').trim()
      saveFile(new File([bytes], name, { type: SPREADSHEET }))
      toast(t('matrix.exported', { name }))
    },
    onError: alertError,
  })
  return { isRunning: running.isPending, save: () => running.mutateAsync().catch(() => undefined) }
}
