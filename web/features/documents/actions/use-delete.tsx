import { LIMITS } from '../../../../contract/core/limits.ts'
import { remove } from '../../../../contract/features/documents/changes.ts'
import { restore } from '../../../../contract/features/documents/trash.ts'
import { type Item, measure } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { type Translate, useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import type { Message } from '../../../ui/dialog/message.ts'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { isFolder } from '../file-kind.ts'
import type { ActionCaller } from './item-actions.ts'
import type { ItemChanges } from './use-changes.ts'

/** A capped count is a minimum. */
interface Inside {
  readonly count: number
  readonly isCapped: boolean
}

const NOTHING_INSIDE: Inside = { count: 0, isCapped: false }

export function useDelete(
  caller: ActionCaller,
  { run, offerUndo }: ItemChanges,
): (items: readonly Item[]) => Promise<void> {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const block = useBusy()
  const alertError = useErrorAlert()
  const ids = { id: caller.id, roomId: caller.roomId }

  const measureInside = async (items: readonly Item[]): Promise<Inside> => {
    const folders = items.filter(isFolder).map(({ id }) => id)
    const fileIds = folders.slice(0, LIMITS.itemsPerMeasure)
    if (fileIds.length === 0) return NOTHING_INSIDE
    const total = await api.call(measure, { body: { fileIds, ...ids } })
    const count = Math.max(0, total.folders + total.files - fileIds.length)
    return { count, isCapped: total.isCapped || fileIds.length < folders.length }
  }

  return async (items) => {
    let inside: Inside
    try {
      inside = await block(measureInside(items))
    } catch (error) {
      return alertError(error)
    }
    if (!(await dialogs.confirm(questionOf(items, inside, t)))) return
    const done = await run({
      items,
      title: t('actions.deleting'),
      act: ({ id: fileId }) => api.call(remove, { body: { fileId, ...ids } }),
      failedText: (count) => t('actions.deleteFailed', { count }),
    })
    const deleted = done.map(({ item }) => item)
    if (deleted.length === 0) return
    offerUndo(t('actions.deleted', { count: deleted.length }), deleted, ({ id: fileId }) =>
      api.call(restore, { body: { fileId, ...ids } }),
    )
  }
}

function questionOf(items: readonly Item[], { count, isCapped }: Inside, t: Translate): Message {
  const [first] = items
  const effect = t('actions.deleteEffect')
  const asked = { tone: 'check', confirmLabel: t('actions.delete') } as const
  if (items.length === 1 && first) {
    const folderText =
      count === 0
        ? t('actions.deleteEmptyFolder')
        : t(isCapped ? 'actions.deleteFolderMany' : 'actions.deleteFolder', { count })
    return {
      ...asked,
      text: isFolder(first) ? folderText : t('actions.deleteFile'),
      detail: <Details lines={[first.name, effect]} />,
    }
  }
  const insideText = t(isCapped ? 'actions.deleteInsideMany' : 'actions.deleteInside', { count })
  const folders = new Set(items.map(({ parent }) => parent)).size
  const chosen = t('actions.selected', { count: items.length })
  const lines = [
    ...(folders > 1
      ? [
          t('selection.spread', {
            count: chosen,
            folders: t('selection.folders', { count: folders }),
          }),
        ]
      : []),
    ...(count === 0 ? [] : [insideText]),
    effect,
  ]
  return {
    ...asked,
    text: t('actions.deleteMany', { count: items.length }),
    detail: <Details lines={lines} />,
  }
}

function Details({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line) => (
    <p key={line} className="modal-text meta">
      {line}
    </p>
  ))
}
