import { setRight } from '../../../../../contract/features/members.ts'
import { useApi } from '../../../../lib/api/api-context.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { Member } from '../../members-query.ts'
import type { Right } from '../member-rights.ts'
import type { AskAndAct } from './use-asked-act.tsx'

function effectOf(right: Right, value: boolean) {
  if (value) return right === 'text' ? 'members.effectTextOn' : 'members.effectOn'
  return right === 'access' ? 'members.effectAccessOff' : 'members.effectOff'
}

export function useRightSwitch(member: Member, ask: AskAndAct) {
  const { t } = useTranslation()
  const api = useApi()
  const { id, userName: name } = member
  return (right: Right) => {
    const value = !member[right]
    const change = `${right}${value ? 'On' : 'Off'}` as const
    return ask(
      {
        text: t(`members.${change}`, { name }),
        detail: t(effectOf(right, value)),
        confirmLabel: t(`members.${change}Do`),
      },
      {
        right,
        done: t(`members.${change}Done`, { name }),
        run: () => api.call(setRight, { body: { roomManagerId: id, target: right, value } }),
        undo: () =>
          api.call(setRight, {
            body: { roomManagerId: id, target: right, value: !value, undoes: true },
          }),
      },
    )
  }
}
