import { useTranslation } from '../../lib/i18n.ts'
import type { GrantChangeInput } from '../../room/grants.ts'
import type { Group } from './cells.ts'
import { useEffects } from './use-effects.ts'

interface EffectListProps {
  readonly roomId: number
  readonly groups: readonly Group[]
  readonly changes: readonly GrantChangeInput[]
}

export function EffectList({ roomId, groups, changes }: EffectListProps) {
  return (
    <EffectLines groups={groups} hasChanges={changes.length > 0} {...useEffects(roomId, changes)} />
  )
}

interface EffectLinesProps extends ReturnType<typeof useEffects> {
  readonly groups: readonly Group[]
  readonly hasChanges: boolean
}

export function EffectLines({ groups, effects, isCounting, hasChanges }: EffectLinesProps) {
  const { t } = useTranslation()
  const lines = (effects ?? []).flatMap(
    ({ groupId, shown = 0, hidden = 0, changed = 0, isCapped }) => {
      const group = groups.find(({ id }) => id === groupId)?.name ?? ''
      const own = [
        ...(shown > 0 ? [t('rights.willShow', { group, count: shown })] : []),
        ...(hidden > 0 ? [t('rights.willHide', { group, count: hidden })] : []),
        ...(changed > 0 ? [t('rights.willChange', { group, count: changed })] : []),
      ]
      return isCapped ? [...own, t('rights.capped', { group })] : own
    },
  )
  const isKnown = effects !== undefined && !isCounting
  return (
    <div className="rights-effects" role="status">
      {hasChanges && !effects && isCounting && <p className="meta">{t('rights.counting')}</p>}
      {hasChanges && isKnown && lines.length === 0 && (
        <p className="meta">{t('rights.noEffect')}</p>
      )}
      {lines.length > 0 && (
        <ul data-counting={isCounting ? '' : undefined}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
