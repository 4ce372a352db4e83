import { useQueryClient } from '@tanstack/react-query'
import {
  cancel,
  type PublishOutcome,
  publish,
  unpublish,
} from '../../../contract/features/publishing.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { useLongUndo } from '../../room/acts/use-long-undo.ts'
import type { PublishingSubject } from '../../room/publishing-subject.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { stagedKey } from './staged-query.ts'

interface How {
  readonly at: string | undefined
  readonly notify: boolean
  readonly act: string
}

type What = 'publish' | 'unpublish'

export function usePublishing(roomId: number) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  const dialogs = useDialogs()
  const warn = useUnseenNotice()
  const undoLong = useLongUndo(roomId)

  const refresh = () =>
    Promise.all(
      [['items', roomId], stagedKey(roomId)].map((queryKey) =>
        queries.invalidateQueries({ queryKey: [...queryKey] }),
      ),
    )
  const textOf = (what: What, { documents, folders, at }: PublishOutcome): string => {
    if (at !== undefined)
      return t(what === 'publish' ? 'publishing.ordered' : 'publishing.orderedUnpublish', {
        date: formatInstant(at, language),
      })
    const done = what === 'publish' ? 'published' : 'unpublished'
    if (documents > 0) return t(`publishing.${done}`, { count: documents })
    return folders > 0
      ? t(`publishing.${done}Folders`, { count: folders })
      : t('publishing.nothing')
  }
  const call = async (what: What, ids: readonly number[], { at, notify, act }: How) => {
    const body = { roomId, ids: [...ids], notify, act, ...(at === undefined ? {} : { at }) }
    const outcome = await api.call(
      what === 'publish' ? publish : unpublish,
      { body },
      { untimed: true },
    )
    void refresh()
    return outcome
  }
  const takeBack = async (what: What, ids: readonly number[], act: string) => {
    const body = { roomId, ids: [...ids], act }
    if (what === 'publish') return api.call(unpublish, { body }, { untimed: true })
    // With `only`, items staged before remain staged.
    return api.call(publish, { body: { ...body, only: true } }, { untimed: true })
  }
  const undoOrder = async (ids: readonly number[]) => {
    try {
      await api.call(cancel, { body: { roomId, ids: [...ids] } })
      toast(t('publishing.undone'))
    } catch (error) {
      await alertError(error)
    }
  }
  const undo = async (what: What, ids: readonly number[], isOrder: boolean) => {
    if (isOrder) await undoOrder(ids)
    else
      await undoLong(async (act) => {
        const { unseen } = await takeBack(what, ids, act)
        if (what === 'publish' || unseen.length === 0) return t('publishing.undone')
        void dialogs.alert({ tone: 'check', text: t('publishing.undonePartly') })
        return undefined
      })
    void refresh()
  }
  return async (what: What, subjects: readonly PublishingSubject[], how: How) => {
    const outcome = await call(
      what,
      subjects.map(({ id }) => id),
      how,
    )
    const ids = idsToTakeBack(what, subjects, how)
    const action = {
      label: t('actions.undo'),
      onPress: () => void undo(what, ids, how.at !== undefined),
    }
    toast({ text: textOf(what, outcome), ...(ids.length > 0 ? { action } : {}) })
    warn(
      subjects.filter(({ id }) => outcome.unseen.includes(id)),
      outcome.submitted,
    )
  }
}

/** An undo could not restore partly published subjects or earlier orders. */
function idsToTakeBack(what: What, subjects: readonly PublishingSubject[], { at }: How): number[] {
  const changed =
    at !== undefined
      ? subjects
      : subjects.filter(({ state }) => state === (what === 'publish' ? 'staged' : 'published'))
  if (what === 'publish' && changed.length < subjects.length) return []
  if (
    subjects.some(
      ({ publishAt, unpublishAt }) => publishAt !== undefined || unpublishAt !== undefined,
    )
  )
    return []
  return changed.map(({ id }) => id)
}

function useUnseenNotice(): (unseen: readonly PublishingSubject[], submitted: number) => void {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  return (unseen, submitted) => {
    const texts = [
      ...(unseen.length > 0 ? [t('publishing.stillUnseen')] : []),
      ...(submitted > 0 ? [t('submissions.leftStaged', { count: submitted })] : []),
    ]
    if (texts.length > 0) void dialogs.alert({ tone: 'check', text: texts.join(' ') })
  }
}
