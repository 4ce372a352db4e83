import { Drawing, Lock, Rows, Screen, Toggle } from '../../ui/page/drawing.tsx'

export function CloudDrawing() {
  return (
    <Drawing>
      <path
        className="drawing-tint"
        d="M64 92a25 25 0 0 1-3-49.8A20 20 0 0 1 88 31a36 36 0 0 1 67-1.5a31 31 0 0 1 29 62.5z"
        strokeLinejoin="round"
      />
      <rect className="drawing-paper" x="104" y="36" width="34" height="42" rx="3" />
      <Rows x={111} y={46} gap={7} widths={[20, 20, 12]} />
      <Lock x={128} y={62} />
      {[44, 104, 164].map((x) => (
        <g key={x}>
          <path className="drawing-dashed" d={`M${x + 16} 112V97`} />
          <rect className="drawing-paper" x={x} y="112" width="32" height="22" rx="3" />
          <Rows x={x + 7} y={119} gap={7} widths={[18, 11]} />
        </g>
      ))}
    </Drawing>
  )
}

export function OperatorDrawing() {
  return (
    <Drawing>
      <Screen x={14} y={10} width={212} height={124} />
      <path d="M66 26v108" />
      <rect className="drawing-tint drawing-bare" x="20" y="34" width="40" height="14" rx="3" />
      <path d="M26 41h24" />
      <Rows x={26} y={59} gap={18} widths={[24, 18, 22]} />
      <rect className="drawing-dot" x="186" y="33" width="30" height="12" rx="3" />
      <Rows x={78} y={39} gap={1} widths={[40]} />
      {[58, 82, 106].map((y, row) => (
        <g key={y}>
          <path className="drawing-hair" d={`M78 ${y - 4}h138`} />
          <circle className="drawing-paper" cx="84" cy={y + 8} r="5" />
          <path className="drawing-faint" d={`M96 ${y + 8}h${[34, 26, 30][row] ?? 0}`} />
          <Toggle x={144} y={y + 3} isOn={row !== 2} />
          <Toggle x={170} y={y + 3} isOn={row === 0} />
          <Toggle x={196} y={y + 3} isOn />
        </g>
      ))}
    </Drawing>
  )
}

export function ParticipantDrawing() {
  return (
    <Drawing>
      <Screen x={50} y={10} width={176} height={108} />
      <path d="M90 26v92M146 26v92" />
      <Rows x={58} y={38} gap={12} widths={[22, 16, 20]} />
      <rect className="drawing-tint drawing-bare" x="96" y="44" width="44" height="12" rx="2" />
      <Rows x={100} y={38} gap={12} widths={[30, 34, 26, 32, 22]} />
      <rect className="drawing-paper" x="158" y="36" width="56" height="72" rx="2" />
      <Rows x={166} y={48} gap={9} widths={[28, 40, 40, 34, 40, 20]} />
      <rect className="drawing-paper" x="14" y="98" width="98" height="34" rx="6" />
      <g className="drawing-filled">
        {[26, 34, 42, 58, 66, 82, 90, 98].map((x) => (
          <circle key={x} cx={x} cy="115" r="2.2" />
        ))}
      </g>
      <path d="M48 115h4M72 115h4" />
    </Drawing>
  )
}

export function SecurityDrawing() {
  return (
    <Drawing>
      <rect className="drawing-paper" x="24" y="10" width="92" height="124" rx="3" />
      <Rows x={36} y={28} gap={12} widths={[40, 68, 68, 58, 68, 64, 68, 44]} />
      <g className="drawing-mark">
        <path d="M34 58L72 24M34 92L106 28M38 124L106 62M70 128L106 96" />
      </g>
      <path className="drawing-hair" d="M138 40h78M138 68h78M138 96h78M138 124h78" />
      {[26, 54, 82, 110].map((y, row) => (
        <g key={y}>
          <circle className="drawing-tint" cx="145" cy={y} r="6" />
          <path d={`M142 ${y}l2.2 2.2 4-4.4`} />
          <path
            className="drawing-faint"
            d={`M158 ${y - 3}h${[42, 34, 46, 38][row] ?? 0}M158 ${y + 4}h${[24, 28, 20, 26][row] ?? 0}`}
          />
        </g>
      ))}
    </Drawing>
  )
}
