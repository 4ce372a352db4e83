import './group-name.css'
import { ColorDot } from './color-dot.tsx'

interface GroupNameProps {
  readonly group: { readonly name: string; readonly color: string }
}

export function GroupName({ group: { name, color } }: GroupNameProps) {
  return (
    <span className="group-name">
      <ColorDot color={color} />
      <span className="ellipsis" title={name}>
        {name}
      </span>
    </span>
  )
}
