import { useQueryClient } from '@tanstack/react-query'
import {
  fulfilExpected,
  removeExpected,
  updateExpected,
} from '../../../../contract/features/documents/expected.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { Target } from '../actions/item-actions.ts'
import { itemsKey } from '../list/items-query.ts'
import type { ExpectedDocument } from './expected-query.ts'

/** Each change says that it was made, and offers what takes it back. */
export function useExpectedChanges(roomId: number) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()

  const report = (text: string, undo?: () => Promise<unknown>) => {
    const onPress = () => undo && void change(undo, t('actions.undone'))
    toast(undo ? { text, action: { label: t('actions.undo'), onPress } } : text)
  }
  const change = async (
    act: () => Promise<unknown>,
    text: string,
    undo?: () => Promise<unknown>,
  ) => {
    try {
      await act()
      report(text, undo)
    } catch (error) {
      await alertError(error)
    }
    await queries.invalidateQueries({ queryKey: itemsKey(roomId) })
  }
  const remove = ({ id, name }: ExpectedDocument) => {
    const send = (undo: boolean) => () =>
      api.call(removeExpected, { body: { roomId, ids: [id], undo } })
    return change(send(false), t('expected.removed', { name }), send(true))
  }
  const reopen = ({ id, name, item }: ExpectedDocument) => {
    const send = (itemId: number | null) => () =>
      api.call(fulfilExpected, { body: { roomId, id, itemId } })
    return change(send(null), t('expected.reopened', { name }), item && send(item.id))
  }
  const fulfilled = ({ id, name }: ExpectedDocument) => {
    void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
    report(t('expected.fulfilled', { name }), () =>
      api.call(fulfilExpected, { body: { roomId, id, itemId: null } }),
    )
  }
  const move = ({ id, name, parent: home }: ExpectedDocument, target: Target) => {
    const send = (parent: number) => () =>
      api.call(updateExpected, { body: { roomId, id, parent } })
    return change(send(target.id), t('expected.moved', { name, folder: target.name }), send(home))
  }
  return { remove, reopen, fulfilled, move }
}
