import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ListOrdered, ListRestart } from 'lucide-react'
import { useRef } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { order } from '../../../../contract/features/documents/numbering.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useNumbering } from '../../../room/room-access.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { itemsKey } from '../list/items-query.ts'
import { useSort } from '../list/sort.ts'

/** Places count from 1; null means the end. */
export type OrderTarget =
  | { readonly place: number }
  | { readonly before: number | null }
  | { readonly step: -1 | 1 }

type Target = OrderTarget | { readonly befores: readonly (number | null)[] }

/** @returns what each item stood before, in their former order @throws ApiError */
function useOrder(roomId: number) {
  const api = useApi()
  const queries = useQueryClient()
  return async (parent: number, ids: readonly number[], target: Target) => {
    const where = 'befores' in target ? { befores: [...target.befores] } : target
    const { was } = await api.call(order, { body: { roomId, parent, ids: [...ids], ...where } })
    await queries.invalidateQueries({ queryKey: itemsKey(roomId) })
    return was
  }
}

const placeOf = (items: readonly Item[]) =>
  [items[0]?.parent ?? 0, items.map(({ id }) => id)] as const

const STEPS_MS = 8_000

interface Steps {
  readonly key: string
  readonly was: Awaited<ReturnType<ReturnType<typeof useOrder>>>
  readonly at: number
}

export function useOrderWithUndo(
  roomId: number,
): (items: readonly Item[], target: OrderTarget) => Promise<void> {
  const { t } = useTranslation()
  const toast = useToast()
  const alertError = useErrorAlert()
  const move = useOrder(roomId)
  const steps = useRef<Steps>(undefined)
  return async (items, target) => {
    const [parent, ids] = placeOf(items)
    const now = await move(parent, ids, target)
    // Consecutive steps of the same items share one undo.
    const key = `${parent}/${ids.toSorted((one, other) => one - other).join()}`
    const isStep = 'step' in target
    const isAnother =
      isStep && steps.current?.key === key && systemClock.now() - steps.current.at < STEPS_MS
    const was = isAnother && steps.current ? steps.current.was : now
    steps.current = isStep ? { key, was, at: systemClock.now() } : undefined
    const undo = async () => {
      steps.current = undefined
      try {
        await move(
          parent,
          was.map(({ id }) => id),
          { befores: was.map(({ before }) => before) },
        )
        toast(t('actions.undone'))
      } catch (error) {
        await alertError(error)
      }
    }
    toast({
      text: t('actions.ordered', { count: items.length }),
      ...(isStep ? { topic: `order ${key}` } : {}),
      action: { label: t('actions.undo'), onPress: () => void undo() },
    })
  }
}

interface OrderCommands {
  readonly choosePlace: (items: readonly Item[]) => void
  readonly renumber: (folder: number) => void
}

export function useOrderActions(roomId: number, { choosePlace, renumber }: OrderCommands) {
  const { t } = useTranslation()
  const [sort] = useSort()
  const numbering = useNumbering()
  const alertError = useErrorAlert()
  const order = useOrderWithUndo(roomId)
  return {
    ofItems(items: readonly Item[], blockedBecause: string | undefined): readonly MenuAction[] {
      if (items.length === 0 || items.some(({ index }) => index === undefined)) return []
      const isOfOneFolder = items.every(({ parent }) => parent === items[0]?.parent)
      const unordered = isOfOneFolder ? t('actions.orderElsewhere') : t('ordering.folders')
      const blocked = blockedBecause ?? (sort === 'index' && isOfOneFolder ? undefined : unordered)
      const tooMany =
        items.length > LIMITS.itemsPerOrder
          ? t('ordering.most', { limit: LIMITS.itemsPerOrder })
          : undefined
      const by = (step: -1 | 1) => () => void order(items, { step }).catch(alertError)
      return [
        {
          id: 'order-up',
          label: t('actions.orderUp'),
          icon: ArrowUp,
          blockedBecause: blocked,
          onAction: by(-1),
        },
        {
          id: 'order-down',
          label: t('actions.orderDown'),
          icon: ArrowDown,
          blockedBecause: blocked,
          onAction: by(1),
        },
        {
          id: 'order',
          label: t('actions.order'),
          icon: ListOrdered,
          blockedBecause: blockedBecause ?? tooMany,
          onAction: () => choosePlace(items),
        },
      ]
    },
    /** Live numbers follow the order, so only fixed ones can be renumbered. */
    ofFolder: (folder: number, blockedBecause: string | undefined): readonly MenuAction[] =>
      numbering === 'fixed'
        ? [
            {
              id: 'renumber',
              label: t('actions.renumber'),
              icon: ListRestart,
              blockedBecause,
              onAction: () => renumber(folder),
            },
          ]
        : [],
  }
}
