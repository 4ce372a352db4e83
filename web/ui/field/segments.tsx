import './segments.css'

interface SegmentsProps<Name extends string> {
  readonly label: string
  readonly names: readonly Name[]
  readonly chosen: Name
  readonly textOf: (name: Name) => string
  readonly onChoose: (name: Name) => void
}

export function Segments<Name extends string>({
  label,
  names,
  chosen,
  textOf,
  onChoose,
}: SegmentsProps<Name>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {textOf(name)}
        </button>
      ))}
    </fieldset>
  )
}
