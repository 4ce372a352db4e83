import { Drawing, Lock, NumberMark, Rows, Screen, Toggle } from '../../ui/page/drawing.tsx'

export function AreasDrawing() {
  return (
    <Drawing>
      <Screen x={10} y={10} width={220} height={124} />
      <path d="M58 26v108M138 26v108" />
      <Rows x={20} y={42} gap={14} widths={[22, 28, 18, 24]} />
      <rect className="drawing-tint drawing-bare" x="62" y="48" width="72" height="13" rx="2" />
      <Rows x={68} y={42} gap={12.5} widths={[38, 52, 34, 46, 30]} />
      <rect className="drawing-paper" x="152" y="40" width="64" height="84" rx="2" />
      <Rows x={161} y={54} gap={10} widths={[30, 46, 46, 38, 46, 22]} />
      <NumberMark x={34} y={118} number={1} />
      <NumberMark x={98} y={118} number={2} />
      <NumberMark x={184} y={118} number={3} />
    </Drawing>
  )
}

export function UploadDrawing() {
  return (
    <Drawing>
      <Screen x={14} y={10} width={212} height={124} />
      <rect className="drawing-dot" x="176" y="33" width="40" height="12" rx="3" />
      <Rows x={26} y={39} gap={1} widths={[46]} />
      <rect className="drawing-tint drawing-dashed" x="26" y="54" width="190" height="68" rx="5" />
      <path className="drawing-strong" d="M121 110V82M112 90l9-9 9 9" />
      <rect className="drawing-paper" x="58" y="66" width="28" height="36" rx="2" />
      <Rows x={64} y={77} gap={7} widths={[16, 16, 10]} />
      <rect className="drawing-paper" x="156" y="66" width="28" height="36" rx="2" />
      <Rows x={162} y={77} gap={7} widths={[16, 12, 16]} />
    </Drawing>
  )
}

export function OrderDrawing() {
  return (
    <Drawing>
      <Screen x={14} y={10} width={212} height={124} />
      <Toggle x={26} y={34} isOn />
      <Rows x={50} y={39} gap={1} widths={[30]} />
      <Toggle x={96} y={34} isOn={false} />
      <Rows x={120} y={39} gap={1} widths={[36]} />
      <path className="drawing-hair" d="M26 54h190M26 76h190M26 98h190" />
      <Rows x={26} y={65} gap={22} widths={[62, 48, 70]} />
      <path d="M204 65h.1M209 65h.1M214 65h.1" strokeWidth="3" />
      <rect className="drawing-paper" x="140" y="72" width="70" height="54" rx="4" />
      <Rows x={150} y={84} gap={11} widths={[36, 28, 44, 24]} />
    </Drawing>
  )
}

export function InvitationDrawing() {
  return (
    <Drawing>
      <Screen x={14} y={10} width={150} height={124} />
      {[44, 72, 100].map((y, row) => (
        <g key={y}>
          <circle className="drawing-paper" cx="30" cy={y} r="6" />
          <path className="drawing-faint" d={`M42 ${y}h${[30, 22, 26][row] ?? 0}`} />
          <Toggle x={86} y={y - 5} isOn={row === 0} />
          <Toggle x={110} y={y - 5} isOn={row !== 2} />
          <Toggle x={134} y={y - 5} isOn />
          <path className="drawing-hair" d={`M24 ${y + 14}h130`} />
        </g>
      ))}
      <path className="drawing-dashed" d="M168 60h14" />
      <rect className="drawing-tint" x="172" y="44" width="56" height="38" rx="3" />
      <path d="M172 48l28 18 28-18" />
      <rect className="drawing-paper" x="176" y="94" width="50" height="20" rx="4" />
      <g className="drawing-filled">
        {[184, 190, 199, 205, 214, 220].map((x) => (
          <circle key={x} cx={x} cy="104" r="1.8" />
        ))}
      </g>
    </Drawing>
  )
}

export function ActivityDrawing() {
  return (
    <Drawing>
      <Screen x={14} y={10} width={212} height={124} />
      <path d="M164 26v108" />
      <rect className="drawing-paper" x="24" y="33" width="40" height="12" rx="3" />
      <rect className="drawing-paper" x="70" y="33" width="40" height="12" rx="3" />
      <path className="drawing-hair" d="M24 66h130M24 86h130M24 106h130M24 126h130" />
      {[56, 76, 96, 116].map((y, row) => (
        <g key={y}>
          <path className="drawing-faint" d={`M24 ${y}h26M62 ${y}h${[34, 26, 40, 30][row] ?? 0}`} />
          <circle className="drawing-tint" cx="144" cy={y} r="5" />
          <path d={`M141.5 ${y}l1.8 1.8 3.4-3.8`} />
        </g>
      ))}
      {[44, 66, 88, 110].map((y, row) => (
        <path key={y} className="drawing-strong" d={`M176 ${y}h${[40, 22, 32, 14][row] ?? 0}`} />
      ))}
    </Drawing>
  )
}

export function DashboardDrawing() {
  return (
    <Drawing>
      <Screen x={14} y={10} width={212} height={124} />
      {[24, 75, 126, 177].map((x, card) => (
        <g key={x}>
          <rect className="drawing-paper" x={x} y="33" width="40" height="26" rx="3" />
          <path className="drawing-faint" d={`M${x + 7} 41h18`} />
          <path className="drawing-strong" d={`M${x + 7} 51h${[10, 16, 8, 20][card] ?? 0}`} />
        </g>
      ))}
      <rect className="drawing-paper" x="24" y="66" width="91" height="60" rx="3" />
      <circle cx="52" cy="96" r="18" strokeWidth="7" className="drawing-hair" />
      <path className="drawing-strong" d="M52 78a18 18 0 0 1 15 28" strokeWidth="6" />
      <Rows x={82} y={84} gap={12} widths={[24, 18, 22]} />
      <rect className="drawing-paper" x="122" y="66" width="94" height="60" rx="3" />
      <path
        className="drawing-tint drawing-bare"
        d="M130 112l14-10 12 5 15-16 14 6 12-12 13 5v28h-80z"
      />
      <path className="drawing-strong" d="M130 112l14-10 12 5 15-16 14 6 12-12 13 5" />
    </Drawing>
  )
}

export function EntranceDrawing() {
  return (
    <Drawing>
      <Screen x={30} y={12} width={180} height={120} />
      <rect className="drawing-tint drawing-bare" x="31" y="29" width="76" height="102" />
      <Lock x={62} y={62} />
      <Rows x={122} y={48} gap={10} widths={[46, 70]} />
      <rect className="drawing-paper" x="122" y="70" width="76" height="20" rx="4" />
      <g className="drawing-filled">
        {[131, 138, 145, 158, 165, 178, 185].map((x) => (
          <circle key={x} cx={x} cy="80" r="2" />
        ))}
      </g>
      <path d="M150 80h3M170 80h3" />
      <rect className="drawing-dot" x="122" y="98" width="76" height="16" rx="4" />
    </Drawing>
  )
}

export function CodesDrawing() {
  return (
    <Drawing>
      <rect className="drawing-paper" x="20" y="34" width="200" height="56" rx="6" />
      {[28, 47, 75, 94, 113, 132, 151, 179, 198].map((x, box) => (
        <g key={x}>
          <rect className="drawing-tint" x={x} y="52" width="15" height="20" rx="3" />
          {box < 6 && <circle className="drawing-dot" cx={x + 7.5} cy="62" r="2.2" />}
        </g>
      ))}
      <path d="M66.5 62h4M170.5 62h4" />
      <rect className="drawing-paper" x="92" y="102" width="56" height="30" rx="3" />
      <path d="M92 106l28 14 28-14" />
    </Drawing>
  )
}

export function ViewerDrawing() {
  return (
    <Drawing>
      <Screen x={10} y={10} width={220} height={124} />
      <path d="M10 44h220" />
      <circle cx="28" cy="35" r="4" />
      <path d="M31 38l3 3M26 35h4" />
      <path className="drawing-faint" d="M44 35h16" />
      <circle cx="74" cy="35" r="4" />
      <path d="M77 38l3 3M72 35h4M74 33v4" />
      <path d="M176 31h10v8h-10zM176 32l5 4 5-4M196 33h10v5h-10zM198 33v-3h6v3M198 38v3h6v-3M216 30v8M213 35l3 3 3-3M212 41h8" />
      <path d="M58 44v90" />
      {[52, 92].map((y) => (
        <rect key={y} className="drawing-paper" x="20" y={y} width="26" height="34" rx="2" />
      ))}
      <rect className="drawing-paper" x="98" y="52" width="94" height="82" rx="2" />
      <Rows x={110} y={66} gap={12} widths={[42, 70, 70, 60, 70]} />
      <path className="drawing-mark" d="M108 104L160 60M112 130L182 72M156 130L186 106" />
    </Drawing>
  )
}

export function QuestionsDrawing() {
  return (
    <Drawing>
      <Screen x={14} y={10} width={212} height={124} />
      <path d="M98 26v108" />
      <rect className="drawing-tint drawing-bare" x="18" y="54" width="76" height="22" rx="2" />
      <path className="drawing-hair" d="M18 52h76M18 78h76M18 104h76" />
      <Rows x={26} y={36} gap={9} widths={[46, 30]} />
      <Rows x={26} y={62} gap={9} widths={[54, 26]} />
      <Rows x={26} y={88} gap={9} widths={[40, 34]} />
      <Rows x={26} y={114} gap={9} widths={[50, 22]} />
      <rect className="drawing-paper" x="108" y="36" width="84" height="34" rx="5" />
      <Rows x={116} y={47} gap={11} widths={[62, 44]} />
      <rect className="drawing-paper" x="128" y="82" width="88" height="40" rx="5" />
      <path className="drawing-strong" d="M138 103l7 7 13-15" />
      <Rows x={168} y={96} gap={11} widths={[38, 28]} />
    </Drawing>
  )
}
