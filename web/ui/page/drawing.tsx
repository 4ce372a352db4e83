import './drawing.css'
import type { ReactNode } from 'react'

export function Drawing({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="drawing" viewBox="0 0 240 144" aria-hidden="true">
      {children}
    </svg>
  )
}

export function Screen({
  x,
  y,
  width,
  height,
}: {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}) {
  return (
    <>
      <rect className="drawing-paper" x={x} y={y} width={width} height={height} rx="6" />
      <path d={`M${x} ${y + 16}h${width}`} />
      <path className="drawing-faint" d={`M${x + 10} ${y + 8}h22`} />
    </>
  )
}

export function Rows({
  x,
  y,
  gap,
  widths,
}: {
  readonly x: number
  readonly y: number
  readonly gap: number
  readonly widths: readonly number[]
}) {
  return (
    <path
      className="drawing-faint"
      d={widths.map((width, index) => `M${x} ${y + index * gap}h${width}`).join('')}
    />
  )
}

export function Lock({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M3 8V5.5a4 4 0 0 1 8 0V8" />
      <rect className="drawing-tint" x="0.5" y="8" width="13" height="10" rx="2" />
      <path d="M7 12v2.5" />
    </g>
  )
}

export function Toggle({
  x,
  y,
  isOn,
}: {
  readonly x: number
  readonly y: number
  readonly isOn: boolean
}) {
  return (
    <>
      <rect
        className={isOn ? 'drawing-tint' : 'drawing-paper'}
        x={x}
        y={y}
        width="18"
        height="10"
        rx="5"
      />
      <circle
        className={isOn ? 'drawing-dot' : 'drawing-paper'}
        cx={isOn ? x + 13 : x + 5}
        cy={y + 5}
        r="3"
      />
    </>
  )
}

export function NumberMark({
  x,
  y,
  number,
}: {
  readonly x: number
  readonly y: number
  readonly number: number
}) {
  return (
    <>
      <circle className="drawing-number" cx={x} cy={y} r="9" />
      <text x={x} y={y + 3.5}>
        {number}
      </text>
    </>
  )
}
