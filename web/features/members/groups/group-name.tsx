import './group-name.css'
import type { Group } from '../../../room/groups.ts'
import { ColorDot } from '../../../ui/list/color-dot.tsx'

export function GroupName({ group: { name, color } }: { readonly group: Pick<Group, 'name' | 'color'> }) {
  return (
    <span className="group-name">
      <ColorDot color={color} />
      <span className="ellipsis" title={name}>
        {name}
      </span>
    </span>
  )
}
