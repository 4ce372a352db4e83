import type { TextRun } from '../../../../contract/features/renditions.ts'

/** Browsers enforce a minimum size, so large fonts are scaled down. */
const FONT_PX = 100
const FONT = `${FONT_PX}px sans-serif`

let measuring: CanvasRenderingContext2D | null | undefined

function widthOf(text: string): number {
  if (measuring === undefined) {
    measuring = document.createElement('canvas').getContext('2d')
    if (measuring) measuring.font = FONT
  }
  return measuring?.measureText(text).width ?? 0
}

/** Fits a run to the image's words, in page units. */
export function runTransform(
  { text, width, height, x, y, angle = 0 }: TextRun,
  natural = widthOf(text),
): string {
  const across = natural === 0 ? 1 : width / natural
  return `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${across}, ${height / FONT_PX})`
}

/** Text is never markup. */
export function fillTextLayer(layer: HTMLElement, runs: readonly TextRun[]): void {
  const nodes = runs.flatMap((run) => {
    const span = document.createElement('span')
    span.textContent = run.text
    span.style.transform = runTransform(run)
    return run.eol ? [span, document.createElement('br')] : [span]
  })
  layer.replaceChildren(...nodes)
}
