import '../../ui/page/paper-text.css'
import { useLayoutEffect, useRef } from 'react'
import { BOX_TEXT, fittingSize } from '../../../paper/fields/box-text.ts'

interface FittedTextProps {
  readonly text: string
  readonly height: number
  readonly zoom: number
}

export function FittedText({ text, height, zoom }: FittedTextProps) {
  const lines = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = lines.current
    if (!element || text === '') return
    const room = (height - 2 * BOX_TEXT.padding) * zoom
    const write = (size: number): void => {
      element.style.fontSize = `${size * zoom}px`
    }
    write(
      fittingSize((size) => {
        write(size)
        return element.offsetHeight <= room
      }),
    )
  }, [text, height, zoom])
  return (
    <span
      className="sign-box-text paper-text"
      style={{ padding: BOX_TEXT.padding * zoom, lineHeight: BOX_TEXT.lineHeight }}
    >
      <span ref={lines}>{text}</span>
    </span>
  )
}
