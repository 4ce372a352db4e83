import type { z } from 'zod'
import type { PayloadOut } from '../../../../../contract/core/operation.ts'
import type { Level } from '../../../../../contract/features/groups/levels.ts'
import { preview, type updateGroup } from '../../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../../lib/api/api-context.ts'
import { type Translate, useTranslation } from '../../../../lib/i18n.ts'
import { changeTo, type Grant, grantOf } from '../../../../room/grants.ts'
import type { Group, RootGrant } from '../../../../room/groups.ts'
import { useDialogs } from '../../../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../../../ui/state/busy.tsx'
import { isOutside, periodText } from '../group-times.ts'

type Effect = PayloadOut<typeof preview>['effects'][number]

function linesOf(t: Translate, effect: Effect | undefined): readonly string[] {
  const { shown = 0, hidden = 0, changed = 0, isCapped = false } = effect ?? {}
  if (isCapped && effect?.shown === undefined) return [t('groups.notCounted')]
  const lines = [
    shown > 0 && t('groups.shown', { count: shown }),
    hidden > 0 && t('groups.hidden', { count: hidden }),
    changed > 0 && t('groups.changed', { count: changed }),
    shown + hidden + changed === 0 && !isCapped && t('groups.unchanged'),
    isCapped && t('groups.atLeast'),
  ]
  return lines.filter((line) => line !== false)
}

type RootChange = NonNullable<z.input<(typeof updateGroup)['body']>['root']>

export interface LevelChange {
  readonly root: RootChange
  readonly back: RootChange
}

/** A group may change its root grant with its other fields, in one call. */
const rootChange = (to: Grant, was: Grant): RootChange => ({ ...to, was })

export function useLevelChange(roomId: number) {
  const context = useTranslation()
  const { t } = context
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()

  /** @returns what to save, and what takes it back, or undefined without confirmation. @throws an error. */
  return async (
    group: Group,
    before: RootGrant,
    level: Level,
  ): Promise<LevelChange | undefined> => {
    const own = grantOf(before)
    const changes = [changeTo(group.id, 0, { ...own, level }, own)]
    const { effects } = await block(api.call(preview, { body: { roomId, changes } }))
    const period = periodText(context, before)
    const kept =
      period === undefined
        ? []
        : [period, t(isOutside(before) ? 'groups.levelHidden' : 'groups.levelKept')]
    const effect = linesOf(
      t,
      effects.find(({ groupId }) => groupId === group.id),
    )
    const lines = [...kept, ...effect]
    const isMeant = await dialogs.confirm({
      tone: 'check',
      text: t('groups.levelConfirm', {
        name: group.name,
        before: t(`groups.${before.level}`),
        level: t(`groups.${level}`),
      }),
      detail: <p className="modal-text meta">{lines.join('\n')}</p>,
      confirmLabel: t('groups.levelDo'),
    })
    const changed = { ...own, level }
    return isMeant ? { root: rootChange(changed, own), back: rootChange(own, changed) } : undefined
  }
}
