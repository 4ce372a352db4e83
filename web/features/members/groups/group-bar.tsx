import './group-bar.css'
import './group-cover.css'
import { Network } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { Button } from '../../../ui/button.tsx'
import { GroupName } from '../../../ui/list/group-name.tsx'
import { hasEnded, timesText } from './group-times.ts'

interface GroupBarProps {
  readonly groups: readonly Group[]
  /** Of everybody, operators included. */
  readonly total: number | undefined
  readonly shown: number | undefined
  readonly onShown: (groupId: number | undefined) => void
}

/** Radio buttons, so that arrow keys choose. */
export function GroupBar({ groups, total, shown, onShown }: GroupBarProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="group-bar">
      <legend className="hidden">{t('groups.groups')}</legend>
      <label className="group-chip">
        <input type="radio" name="shown-group" className="group-cover" checked={shown === undefined} onChange={() => onShown(undefined)} />
        {t('groups.all')} <span className="group-chip-count numbers">{total}</span>
      </label>
      {groups.map((group) => (
        <label key={group.id} className="group-chip">
          <input type="radio" name="shown-group" className="group-cover" checked={shown === group.id} onChange={() => onShown(group.id)} />
          <GroupName group={group} /> <span className="group-chip-count numbers">{group.members}</span>
          <GroupLimits group={group} />
        </label>
      ))}
    </fieldset>
  )
}

function GroupLimits({ group }: { readonly group: Group }) {
  const speaker = useTranslation()
  const { t } = speaker
  const times = timesText(speaker, group)
  const networks = group.networks.length
  return (
    <>
      {times !== undefined && <span className={hasEnded(group) ? 'group-limit group-ended' : 'group-limit numbers'}>{times}</span>}
      {networks > 0 && (
        <span className="group-limit numbers" data-tip={group.networks.slice(0, 5).join(', ')}>
          <Network aria-hidden="true" />
          <span className="hidden">{t('groups.networkCount', { count: networks })}</span>
          <span aria-hidden="true">{networks}</span>
        </span>
      )}
    </>
  )
}

interface SelectionBarProps {
  readonly count: number
  readonly onMove: () => void
  readonly onAll: () => void
  readonly onNone: () => void
}

/** Takes the place of the other bar while people are selected. */
export function SelectionBar({ count, onMove, onAll, onNone }: SelectionBarProps) {
  const { t } = useTranslation()
  return (
    <div className="group-bar group-selection">
      <p className="group-selected numbers" role="status">
        {t('groups.selected', { count })}
      </p>
      <Button size="small" variant="primary" onClick={onMove}>
        {t('groups.move')}
      </Button>
      <Button size="small" onClick={onAll}>
        {t('groups.selectAll')}
      </Button>
      <Button size="small" variant="quiet" onClick={onNone}>
        {t('groups.selectNone')}
      </Button>
    </div>
  )
}
