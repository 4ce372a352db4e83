import '../../ui/page/paper-text.css'
import { useLayoutEffect, useRef } from 'react'
import { BOX_TEXT, fittingSize } from '../../../paper/fields/box-text.ts'

interface FittedTextProps {
  readonly text: string
  /** Height of the box in points. */
  readonly height: number
  readonly zoom: number
}

/** Shows a text as the signed PDF will. */
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
    <span className="sign-box-text paper-text" style={{ padding: BOX_TEXT.padding * zoom, lineHeight: BOX_TEXT.lineHeight }}>
      <span ref={lines}>{text}</span>
    </span>
  )
}
