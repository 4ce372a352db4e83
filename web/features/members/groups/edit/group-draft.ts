import { LIMITS } from '../../../../../contract/core/limits.ts'
import type { Level } from '../../../../../contract/features/groups/levels.ts'
import { dayOf } from '../../../../lib/format.ts'
import type { Translate } from '../../../../lib/i18n.ts'
import { fromOfDay, lastDayOf, untilOfDay } from '../../../../room/access-period.ts'
import type { Group, RootGrant } from '../../../../room/groups.ts'
import { areTooMany, networksIn, wrongNetworks } from './networks.ts'

export interface GroupDraft {
  readonly name: string
  readonly color: Group['color']
  readonly level: Level
  readonly from: string
  readonly until: string
  readonly networks: string
}

export const draftOf = (
  { name, color, from, until, networks }: Group,
  { level }: RootGrant,
): GroupDraft => ({
  name,
  color,
  level,
  from: from === undefined ? '' : dayOf(from),
  until: until === undefined ? '' : lastDayOf(until),
  networks: networks.join('\n'),
})

/** An end in the middle of a day must survive. */
export function changeOf(first: GroupDraft, now: GroupDraft) {
  return {
    ...(now.name.trim() === first.name ? {} : { name: now.name.trim() }),
    ...(now.color === first.color ? {} : { color: now.color }),
    ...(now.from === first.from ? {} : { from: fromOfDay(now.from) ?? null }),
    ...(now.until === first.until ? {} : { until: untilOfDay(now.until) ?? null }),
    ...(now.networks === first.networks ? {} : { networks: [...networksIn(now.networks)] }),
  }
}

export const formerOf = (
  { name, color, from, until, networks }: Group,
  change: ReturnType<typeof changeOf>,
) => ({
  ...('name' in change ? { name } : {}),
  ...('color' in change ? { color } : {}),
  ...('from' in change ? { from: from ?? null } : {}),
  ...('until' in change ? { until: until ?? null } : {}),
  ...('networks' in change ? { networks } : {}),
})

export interface DraftProblem {
  readonly field: 'name' | 'until' | 'networks'
  readonly text: string
}

export function problemIn(
  { name, from, until, networks }: GroupDraft,
  t: Translate,
): DraftProblem | undefined {
  if (name.trim() === '') return { field: 'name', text: t('groups.nameRequired') }
  if (from !== '' && until !== '' && until < from)
    return { field: 'until', text: t('groups.periodOrder') }
  const typed = networksIn(networks)
  if (areTooMany(typed))
    return { field: 'networks', text: t('groups.networksMost', { limit: LIMITS.networksPerGroup }) }
  const list = wrongNetworks(typed)
  return list.length > 0
    ? { field: 'networks', text: t('groups.networksWrong', { list: list.join(', ') }) }
    : undefined
}
