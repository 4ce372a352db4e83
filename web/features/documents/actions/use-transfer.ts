import type { RequestOf } from '../../../../contract/core/operation.ts'
import { copy, move, remove, rename } from '../../../../contract/features/documents/changes.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useIsContentOperator } from '../../../room/room-access.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useOrderWithUndo } from '../order/use-order-actions.ts'
import { useKeptRights } from '../placing/use-kept-rights.ts'
import type { Placing } from '../placing/use-placing.tsx'
import { useClip } from './clipboard.ts'
import type { ActionCaller, Target } from './item-actions.ts'
import type { ItemChanges } from './use-changes.ts'

type Moved = Item & {
  readonly nameNow: string
  /** These groups had own grants before; present only if the move wrote more. */
  readonly keptBy: ReadonlySet<number> | undefined
  readonly stood: number | null | undefined
}

type PlaceOf = (
  stands: number | null | undefined,
) => Pick<NonNullable<RequestOf<typeof move>['body']>, 'place' | 'before' | 'apart'>

export function useTransfer(
  caller: ActionCaller,
  { run, offerUndo }: ItemChanges,
  begin: (isCopy: boolean) => Placing,
) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const isContentOperator = useIsContentOperator()
  const keptRights = useKeptRights(caller.roomId)
  const order = useOrderWithUndo(caller.roomId)
  const own = (fileId: number) => ({ fileId, id: caller.id, roomId: caller.roomId })

  /** The server numbers duplicate names, so the undo restores the old one. The former place restores its rights without a question. */
  const moveBack = async ({ id, parent, name, nameNow, keptBy, stood }: Moved) => {
    if (stood !== undefined)
      return void (await api.call(move, { body: { ...own(id), parent, before: stood } }))
    await api.call(move, { body: { ...own(id), parent, rights: 'inherit' } })
    if (keptBy) await keptRights.takeBack(id, keptBy)
    if (nameNow !== name) await api.call(rename, { body: { ...own(id), name } })
  }

  const moveAll = async (
    items: readonly Item[],
    target: number,
    text: (count: number) => string,
    placeOf?: PlaceOf,
  ) => {
    const { place } = begin(false)
    let stands: number | null | undefined
    const done = await run({
      items: placeOf ? items : items.filter(({ parent }) => parent !== target),
      title: t('actions.moving'),
      act: async (item) => {
        let keptBy: ReadonlySet<number> | undefined
        const answer = await place(item, async (rights) => {
          if (rights.rights === 'keep') keptBy = await keptRights.read(item.id)
          return api.call(move, {
            body: { ...own(item.id), parent: target, ...rights, ...placeOf?.(stands) },
          })
        })
        stands = answer.stands
        return { ...answer, keptBy }
      },
      failedText: (count) => t('actions.moveFailed', { count }),
    })
    // Each item returns before its former successor, so undo starts last.
    const moved = done
      .map(
        ({ item, result: { name, keptBy, stood } }): Moved => ({
          ...item,
          nameNow: name,
          keptBy,
          stood,
        }),
      )
      .reverse()
    if (moved.length > 0) offerUndo(text(moved.length), moved, moveBack)
    return moved
  }

  const copyAll = async (
    items: readonly Item[],
    target: number,
    text: (count: number) => string,
  ) => {
    const { place } = begin(true)
    const done = await run({
      items,
      title: t('actions.copying'),
      act: (item) =>
        place(item, (rights) =>
          api.call(copy, { body: { ...own(item.id), name: item.name, parent: target, ...rights } }),
        ),
      failedText: (count) => t('actions.copyFailed', { count }),
    })
    const copies = done.map(({ result }) => result)
    // Content operators may not move copies into the trash.
    if (isContentOperator && copies.length > 0) toast(text(copies.length))
    else if (copies.length > 0)
      offerUndo(text(copies.length), copies, ({ id }) => api.call(remove, { body: own(id) }))
    return done.map(({ item }) => item)
  }

  const placeAt = async (items: readonly Item[], target: Target, place: number) => {
    if (items.every(({ parent }) => parent === target.id)) return order(items, { place })
    const apart = items.map(({ id }) => id)
    const text = (count: number) => t('ordering.placed', { count, folder: target.name, place })
    await moveAll(items, target.id, text, (stands) =>
      stands === undefined ? { place, apart } : { before: stands },
    )
  }

  return {
    placeAt,
    moveAll,
    copyAll,
    move: (items: readonly Item[], target: Target) =>
      moveAll(items, target.id, (count) => t('actions.moved', { count, folder: target.name })),
    copy: (items: readonly Item[], target: Target) =>
      copyAll(items, target.id, (count) => t('actions.copiedTo', { count, folder: target.name })),
  }
}

export type Transfer = ReturnType<typeof useTransfer>

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
      const due =
        clip.mode === 'cut' ? clip.items.filter(({ parent }) => parent !== into) : clip.items
      const put = clip.mode === 'cut' ? moveAll : copyAll
      const done = new Set((await put(due, into, () => t('actions.pasted'))).map(({ id }) => id))
      keep(
        clip,
        due.filter(({ id }) => !done.has(id)),
      )
    },
  }
}
