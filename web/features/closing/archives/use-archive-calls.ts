import type { RefObject } from 'react'
import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { type ArchiveItem, remove } from '../../../../contract/features/archive.ts'
import { ticket } from '../../../../contract/features/renditions.ts'
import { fetchNatively } from '../../../lib/api/fetch-natively.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useEndingCalls } from '../use-ending-calls.ts'

/** @param place receives the focus when the archive disappears. */
export function useArchiveCalls(roomId: number, place: RefObject<HTMLElement | null>) {
  const { t } = useTranslation()
  const { api, dialogs, run } = useEndingCalls(roomId, place)
  return {
    /** The browser downloads the archive itself, in several requests. */
    async download({ id }: ArchiveItem): Promise<void> {
      const fetchIt = async () => {
        const { url } = await api.call(ticket, { body: { fileIds: [id], kind: 'archive' } })
        fetchNatively(`${BASE_PATH}${url}`)
      }
      await run(fetchIt, t('archive.downloadStarted'))
    },
    async remove({ id, name, state }: ArchiveItem): Promise<void> {
      const isRunning = state === 'PREPARING'
      const question = isRunning
        ? ({ tone: 'check', text: t('archive.stopAsk'), confirmLabel: t('archive.stop') } as const)
        : ({
            tone: 'check',
            text: t('archive.removeAsk', { name }),
            detail: state === 'READY' ? t('archive.removeEffect') : undefined,
            confirmLabel: t('archive.remove'),
            isDangerous: true,
          } as const)
      if (state !== 'FAILED' && !(await dialogs.confirm(question))) return
      await run(
        () => api.call(remove, { body: { roomId, id } }),
        t(isRunning ? 'archive.stopped' : 'archive.removed'),
      )
    },
  }
}
