import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { setRights } from '../../../../contract/features/members.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { useUndoable } from '../groups/use-undoable.ts'
import { type Member, membersQuery } from '../members-query.ts'
import type { RIGHTS } from './member-rights.ts'
import { isOperator } from './member-status.ts'

type ColumnRight = (typeof RIGHTS)[number]

interface ColumnSwitchProps {
  readonly roomId: number
  readonly right: ColumnRight
  readonly members: readonly Member[]
  readonly isLoading: boolean
}

interface Setting {
  readonly ids: readonly number[]
  readonly changed: readonly number[]
}

export function ColumnSwitch({ roomId, right, members, isLoading }: ColumnSwitchProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const say = useUndoable(roomId)
  const alertError = useErrorAlert()
  const block = useBusy()
  const people = right === 'access' ? members.filter((member) => !isOperator(member)) : members
  const allowed = members.filter((member) => member[right]).length
  const isOn = allowed === members.length ? true : allowed > 0 ? 'mixed' : false
  const value = isOn !== true

  /** @returns how many people an undo skips. */
  const setAll = async (
    ids: readonly number[],
    wanted: boolean,
    undoes?: true,
  ): Promise<number> => {
    let skipped = 0
    for (let from = 0; from < ids.length; from += LIMITS.listMax) {
      const roomManagerIds = ids.slice(from, from + LIMITS.listMax)
      const body = { roomManagerIds, target: right, value: wanted, ...(undoes ? { undoes } : {}) }
      skipped += (await api.call(setRights, { body })).skipped?.length ?? 0
    }
    return skipped
  }
  const takeBack = async (ids: readonly number[]) => {
    const count = await setAll(ids, !value, true)
    if (count === 0) return undefined
    return count === ids.length ? t('groups.undoneNobody') : t('groups.undoneWithout', { count })
  }
  const setting = useMutation({
    mutationFn: ({ ids }: Setting) => block(setAll(ids, value)),
    onSuccess: (_, { ids, changed }) =>
      say(t(`members.${right}All${value ? 'On' : 'Off'}Done`, { count: ids.length }), () =>
        takeBack(changed),
      ),
    onError: alertError,
    onSettled: () => queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey }),
  })
  const toggle = async () => {
    if (setting.isPending) return
    const effect = t(
      right === 'access' && !value
        ? 'members.effectAccessOff'
        : value
          ? 'members.effectOn'
          : 'members.effectOff',
    )
    const detail = (
      <p className="modal-text meta">
        {effect} {right === 'access' && t('members.accessAllDetail')}
      </p>
    )
    const text = t(`members.${right}All${value ? 'On' : 'Off'}`, { count: people.length })
    const confirmLabel = t(`members.${right}${value ? 'On' : 'Off'}Do`)
    if (await dialogs.confirm({ tone: 'check', text, detail, confirmLabel })) {
      const changed = people.filter((member) => member[right] !== value)
      setting.mutate({ ids: people.map(({ id }) => id), changed: changed.map(({ id }) => id) })
    }
  }
  const none = right === 'access' ? 'members.allSuspended' : 'members.allBlocked'
  const state = t(isOn === 'mixed' ? 'members.someAllowed' : isOn ? 'members.allAllowed' : none)
  const blockedBecause = isLoading
    ? t('members.stillLoading')
    : people.length === 0
      ? t('members.nobodyElse')
      : undefined
  return (
    <Switch
      isOn={isOn}
      isOfMany
      label={t('members.columnName', { right: t(`members.${right}`), state })}
      text={state}
      isBusy={setting.isPending}
      blockedBecause={blockedBecause}
      onToggle={() => void toggle()}
    />
  )
}
