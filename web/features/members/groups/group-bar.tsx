import './group-bar.css'
import './group-cover.css'
import { Network } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { Button } from '../../../ui/button.tsx'
import { GroupName } from '../../../ui/list/group-name.tsx'
import { hasEndedNow, timesText } from './group-times.ts'
import { DRAGGED_PEOPLE, type Point } from './grouping-context.ts'

interface GroupBarProps {
  readonly groups: readonly Group[]
  readonly total: number | undefined
  readonly shown: number | undefined
  readonly onShown: (groupId: number | undefined) => void
  readonly dragged: number | undefined
  readonly canDrop: (at: Point) => boolean
  readonly onDrop: (group: Group) => void
}

/** Radio buttons provide the arrow keys. */
export function GroupBar({
  groups,
  total,
  shown,
  onShown,
  dragged,
  canDrop,
  onDrop,
}: GroupBarProps) {
  const { t } = useTranslation()
  const [over, setOver] = useState<number>()
  const targetOf = (group: Group) =>
    dragged === undefined
      ? {}
      : {
          'data-over': over === group.id,
          onDragOver: (event: DragEvent) => {
            if (!event.dataTransfer.types.includes(DRAGGED_PEOPLE) || !canDrop(event)) return
            event.preventDefault()
            event.dataTransfer.dropEffect = 'move'
            setOver(group.id)
          },
          onDragLeave: () => setOver(undefined),
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            setOver(undefined)
            if (event.dataTransfer.types.includes(DRAGGED_PEOPLE)) onDrop(group)
          },
        }
  return (
    <fieldset className="group-bar" data-dragging={dragged === undefined ? undefined : ''}>
      <legend className="hidden">{t('groups.groups')}</legend>
      <label className="group-chip">
        <input
          type="radio"
          name="shown-group"
          className="group-cover"
          checked={shown === undefined}
          onChange={() => onShown(undefined)}
        />
        {t('groups.all')} <span className="group-chip-count numbers">{total}</span>
      </label>
      {groups.map((group) => (
        <label key={group.id} className="group-chip" {...targetOf(group)}>
          <input
            type="radio"
            name="shown-group"
            className="group-cover"
            checked={shown === group.id}
            onChange={() => onShown(group.id)}
          />
          <GroupName group={group} />{' '}
          <span className="group-chip-count numbers">{group.members}</span>
          <GroupLimits group={group} />
        </label>
      ))}
      {dragged !== undefined && (
        <p className="meta group-drop-help">{t('groups.dropHelp', { count: dragged })}</p>
      )}
    </fieldset>
  )
}

function GroupLimits({ group }: { readonly group: Group }) {
  const context = useTranslation()
  const { t } = context
  const times = timesText(context, group)
  const networks = group.networks.length
  return (
    <>
      {times !== undefined && (
        <span className={hasEndedNow(group) ? 'group-limit group-ended' : 'group-limit numbers'}>
          {times}
        </span>
      )}
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
