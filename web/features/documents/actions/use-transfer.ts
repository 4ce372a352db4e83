import type { Item } from '../../../../contract/features/documents.ts'
import { copy, move, rename } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialogs.tsx'
import { useToast } from '../../../ui/toasts.tsx'
import { useClip } from './clipboard.ts'
import type { ActionCaller, Target } from './item-actions.ts'
import type { Changes } from './use-changes.ts'

type Moved = Item & { readonly nameNow: string }

/** Puts items, or copies of them, into other folders. Each of these resolves to those that it was done with. */
export function useTransfer(caller: ActionCaller, { run, tellUndoable }: Changes) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const own = (fileId: number) => ({ fileId, id: caller.id, roomId: caller.roomId })

  /** A name that was taken where the item went has got a number; it is called again as it was. */
  const moveBack = async ({ id, parent, name, nameNow }: Moved) => {
    await api.call(move, { body: { ...own(id), parent } })
    if (nameNow !== name) await api.call(rename, { body: { ...own(id), name } })
  }

  const moveAll = async (items: readonly Item[], target: number, text: (count: number) => string) => {
    const done = await run({
      items: items.filter(({ parent }) => parent !== target),
      title: t('actions.moving'),
      act: (item) => api.call(move, { body: { ...own(item.id), parent: target } }),
      failedText: (count) => t('actions.moveFailed', { count }),
    })
    const moved = done.map(({ item, result }): Moved => ({ ...item, nameNow: result.name }))
    if (moved.length > 0) tellUndoable(text(moved.length), moved, moveBack)
    return moved
  }

  const copyAll = async (items: readonly Item[], target: number, text: (count: number) => string) => {
    const done = await run({
      items,
      title: t('actions.copying'),
      act: ({ id, name }) => api.call(copy, { body: { ...own(id), name, parent: target } }),
      failedText: (count) => t('actions.copyFailed', { count }),
    })
    if (done.length > 0) toast(text(done.length))
    return done.map(({ item }) => item)
  }

  return {
    moveAll,
    copyAll,
    move: (items: readonly Item[], target: Target) =>
      moveAll(items, target.id, (count) => t('actions.moved', { count, folder: target.name })),
    copy: (items: readonly Item[], target: Target) =>
      copyAll(items, target.id, (count) => t('actions.copiedTo', { count, folder: target.name })),
  }
}

export type Transfer = ReturnType<typeof useTransfer>

/** Copy, cut and paste. What was pasted leaves the clipboard, whether it was copied or cut; what could not be, stays there. */
export function useClipActions({ moveAll, copyAll }: Transfer) {
  const { t } = useTranslation()
  const toast = useToast()
  const dialogs = useDialogs()
  const [clip, { write, keep }] = useClip()
  return {
    clip,
    take(mode: 'copy' | 'cut', items: readonly Item[]) {
      write({ mode, items })
      toast(t(mode === 'copy' ? 'actions.copied' : 'actions.cutDone'))
    },
    async paste(into: number) {
      if (!clip) return dialogs.alert({ tone: 'check', text: t('actions.nothingToPaste') })
      // What was cut where it is pasted stays there, and is done with.
      const due = clip.mode === 'cut' ? clip.items.filter(({ parent }) => parent !== into) : clip.items
      const put = clip.mode === 'cut' ? moveAll : copyAll
      const done = new Set((await put(due, into, () => t('actions.pasted'))).map(({ id }) => id))
      keep(
        clip,
        due.filter(({ id }) => !done.has(id)),
      )
    },
  }
}
