import type { TextRun } from '../../../../contract/features/renditions.ts'

/** All runs are set in this size and then scaled: browsers have a smallest size, which would move what is smaller. */
const FONT_PX = 100
const FONT = `${FONT_PX}px sans-serif`

let measuring: CanvasRenderingContext2D | null | undefined

/** How wide a text is by itself, in the size above. */
function widthOf(text: string): number {
  if (measuring === undefined) {
    measuring = document.createElement('canvas').getContext('2d')
    if (measuring) measuring.font = FONT
  }
  return measuring?.measureText(text).width ?? 0
}

/** Where a run stands and how it is stretched onto the words of the image, in units of the page. */
export function runTransform({ text, width, height, x, y, angle = 0 }: TextRun, natural = widthOf(text)): string {
  const across = natural === 0 ? 1 : width / natural
  return `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${across}, ${height / FONT_PX})`
}

/** Puts the text of a page over its image: transparent, each run in its place, in reading order. Written as text alone, never as markup. */
export function fillTextLayer(layer: HTMLElement, runs: readonly TextRun[]): void {
  const nodes = runs.flatMap((run) => {
    const span = document.createElement('span')
    span.textContent = run.text
    span.style.transform = runTransform(run)
    return run.eol ? [span, document.createElement('br')] : [span]
  })
  layer.replaceChildren(...nodes)
}
