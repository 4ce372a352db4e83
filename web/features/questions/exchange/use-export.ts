import { useMutation } from '@tanstack/react-query'
import { SPREADSHEET } from '../../../../contract/features/groups/rights-matrix.ts'
import { exportThreads, PDF } from '../../../../contract/features/threads/thread-exchange.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { dayOf } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { ThreadFilter } from '../threads-query.ts'

export function useExport(roomId: number) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  const running = useMutation({
    async mutationFn({
      format,
      filter,
    }: {
      readonly format: 'xlsx' | 'pdf'
      readonly filter: ThreadFilter
    }) {
      const { sort: _, descending: __, ...rest } = filter
      const bytes = await api.bytes(exportThreads, { body: { roomId, format, ...rest } })
      const name = `${t('questions.title')} ${dayOf(systemClock.now())}.${format}`
      saveFile(new File([bytes], name, { type: format === 'pdf' ? PDF : SPREADSHEET }))
      toast(t('questions.exported', { name }))
    },
    onError: alertError,
  })
  return { isRunning: running.isPending, save: running.mutate }
}
