import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OPERATOR_SCOPES } from '../../../../contract/core/permissions.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { dayOf } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { untilOfDay } from '../../../room/access-period.ts'
import { type Group, groupsQuery, rootGrantsQuery } from '../../../room/groups.ts'
import type { InviteeRow } from './invitee-rows.ts'
import { hasOwn, type OwnProblem, ownAccess } from './own-access.ts'

export const INVITED_ROLES = ['participant', ...OPERATOR_SCOPES] as const
export type InvitedRole = (typeof INVITED_ROLES)[number]

interface Chosen {
  readonly role?: InvitedRole
  readonly groupId?: number
  readonly print?: boolean
  readonly download?: boolean
  readonly until?: string
}

const NO_GROUPS: readonly Group[] = []

export function useInvitationAccess(roomId: number) {
  const { t } = useTranslation()
  const api = useApi()
  const { data: groups = NO_GROUPS } = useQuery(groupsQuery(api, roomId))
  const { data: roots } = useQuery(rootGrantsQuery(api, roomId))
  const [{ role = 'participant', ...chosen }, setChosen] = useState<Chosen>({})
  const group =
    groups.find(({ id }) => id === chosen.groupId) ?? groups.find(({ isDefault }) => isDefault)
  // The group's level decides, unless a right is switched off.
  const isOn = chosen.groupId !== undefined
  const shown = {
    print: chosen.print ?? isOn,
    download: chosen.download ?? isOn,
    until: chosen.until ?? '',
  }
  const today = dayOf(systemClock.now())
  const own = (row: InviteeRow) =>
    role !== 'participant' && hasOwn(row) ? 'ownOfOperator' : ownAccess(row, groups, today)

  return {
    role,
    groups,
    group,
    level: roots?.find(({ groupId }) => groupId === group?.id)?.level,
    shown,
    choose: (change: Chosen) => setChosen((before) => ({ ...before, ...change })),
    problemOf: (row: InviteeRow): OwnProblem | undefined => {
      const found = own(row)
      return typeof found === 'string' ? found : undefined
    },
    textOf: (row: InviteeRow): string | undefined => {
      if (!hasOwn(row)) return undefined
      const found = own(row)
      if (typeof found === 'string') return t(`groups.${found}`)
      const right = (name: 'print' | 'download', isAllowed: boolean | undefined) =>
        isAllowed !== undefined &&
        t('groups.allow', {
          right: t(`groups.${name}`),
          state: t(isAllowed ? 'groups.allowed' : 'groups.blocked'),
        })
      const parts = [
        found.group?.name,
        right('print', found.print),
        right('download', found.download),
        found.until !== undefined && t('rights.until', { at: found.until }),
      ]
      return parts.filter((part) => typeof part === 'string').join(' · ')
    },
    accessOf: (row: InviteeRow) => {
      if (role !== 'participant') return { scope: role }
      const found = own(row)
      if (typeof found === 'string' || (!hasOwn(row) && Object.keys(chosen).length === 0)) return {}
      const groupId = found.group?.id ?? chosen.groupId
      const day = found.until ?? shown.until
      const until = day === '' ? undefined : untilOfDay(day)
      return {
        ...(groupId === undefined ? {} : { groupId }),
        print: found.print ?? shown.print,
        download: found.download ?? shown.download,
        ...(until === undefined ? {} : { until }),
      }
    },
  }
}

export type InvitationAccess = ReturnType<typeof useInvitationAccess>
