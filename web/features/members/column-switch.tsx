import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LIMITS } from '../../../contract/core/limits.ts'
import { setRights } from '../../../contract/features/members.ts'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useBusy } from '../../ui/busy.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { isOperator } from './member-status.ts'
import { type Member, membersQuery } from './members-query.ts'
import type { RIGHTS } from './use-member-actions.tsx'

type ColumnRight = (typeof RIGHTS)[number]

interface ColumnSwitchProps {
  readonly roomId: number
  readonly right: ColumnRight
  /** Those in the list. */
  readonly members: readonly Member[]
  /** The list will grow by itself. */
  readonly isLoading: boolean
}

/** The same right of all in the list, with one question. Operators keep their access. */
export function ColumnSwitch({ roomId, right, members, isLoading }: ColumnSwitchProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const tellError = useTellError()
  const block = useBusy()
  const people = right === 'access' ? members.filter((member) => !isOperator(member)) : members
  // The state is that of all in the list, operators too: their rows stand below it.
  const allowed = members.filter((member) => member[right]).length
  const isOn = allowed === members.length ? true : allowed > 0 ? 'mixed' : false
  const value = isOn !== true

  const setAll = async (ids: readonly number[]) => {
    for (let from = 0; from < ids.length; from += LIMITS.listMax) {
      const roomManagerIds = ids.slice(from, from + LIMITS.listMax)
      await api.call(setRights, { body: { roomManagerIds, target: right, value } })
    }
  }
  const setting = useMutation({
    mutationFn: (ids: readonly number[]) => block(setAll(ids)),
    onSuccess: (_, { length: count }) => toast({ title: 'Succeed', text: t(`members.${right}All${value ? 'On' : 'Off'}Done`, { count }) }),
    onError: tellError,
    // Of a long list, some may have been changed before the error.
    onSettled: () => queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey }),
  })
  const toggle = async () => {
    if (setting.isPending) return
    const effect = t(right === 'access' && !value ? 'members.effectAccessOff' : value ? 'members.effectOn' : 'members.effectOff')
    const detail = (
      <p className="modal-text meta">
        {effect} {right === 'access' && t('members.accessAllDetail')}
      </p>
    )
    const text = t(`members.${right}All${value ? 'On' : 'Off'}`, { count: people.length })
    const confirmLabel = t(`members.${right}${value ? 'On' : 'Off'}Do`)
    if (await dialogs.confirm({ tone: 'check', text, detail, confirmLabel })) setting.mutate(people.map(({ id }) => id))
  }
  const none = right === 'access' ? 'members.allSuspended' : 'members.allBlocked'
  const state = t(isOn === 'mixed' ? 'members.someAllowed' : isOn ? 'members.allAllowed' : none)
  const blockedBecause = isLoading ? t('members.stillLoading') : people.length === 0 ? t('members.nobodyElse') : undefined
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
