import { systemClock } from '../../../lib/browser/clock.ts'
import { closePrintWindow, openPrintWindow, printIn } from '../../../lib/browser/print-window.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { Activity } from '../list/activity-query.ts'
import type { ListExport } from './use-list-export.tsx'

/** A longer list would take hundreds of sheets. */
const PRINT_MAX = 10_000

interface ListPrintOptions {
  readonly activity: Activity
  readonly exporting: ListExport
  readonly room: string
  readonly conditions: readonly string[]
}

export function useListPrint({
  activity,
  exporting,
  room,
  conditions,
}: ListPrintOptions): () => Promise<void> {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()

  const fill = async (target: Window) => {
    const total = await activity.countEntries()
    if (total > PRINT_MAX) {
      closePrintWindow()
      return dialogs.alert({
        tone: 'check',
        text: t('activity.printLimit', { limit: PRINT_MAX, count: total }),
      })
    }
    const [file, { printedList, PRINTED_CSS }] = await Promise.all([
      exporting.fetch('json', t('activity.printing'), 'print'),
      import('../list/printed-list.ts'),
    ])
    if (!file || target.closed) return closePrintWindow()
    const words = {
      title: t('room.history'),
      room,
      about: (count: number) => [
        ...conditions,
        t('activity.total', { count }),
        t('activity.printedAt', { date: formatInstant(systemClock.now(), language) }),
      ],
      columns: (['date', 'name', 'position', 'email', 'deed'] as const).map((column) =>
        t(`activity.${column}`),
      ),
      machine: t('activity.machine'),
      unknown: t('activity.unknown'),
      checkpoint: t('activity.checkpointNote'),
    }
    const nodes = await printedList(file, words, language)
    printIn(target, { title: `${words.title} - ${room}`, language, css: PRINTED_CSS, nodes })
  }
  return async () => {
    if (exporting.isRunning) return
    const target = openPrintWindow(t('activity.printing'))
    if (!target) return dialogs.alert({ tone: 'check', text: t('activity.popupBlocked') })
    try {
      await fill(target)
    } catch (error) {
      closePrintWindow()
      await alertError(error)
    }
  }
}
