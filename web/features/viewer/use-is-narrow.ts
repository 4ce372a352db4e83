import { type RefObject, useLayoutEffect, useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'

/** Below this the tools do not fit beside the name, nor thumbnails beside the pages. */
const NARROW = 480
/** Controls for fingers are larger. */
const NARROW_COARSE = 640

/** Whether the panel is too narrow for everything to stand side by side. */
export function useIsNarrow(panel: RefObject<HTMLElement | null>): boolean {
  const [width, setWidth] = useState(0)
  const isCoarse = useMediaQuery('(pointer: coarse)')
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return undefined
    const read = () => setWidth(element.clientWidth)
    const size = new ResizeObserver(read)
    size.observe(element)
    read()
    return () => size.disconnect()
  }, [panel])
  return width < (isCoarse ? NARROW_COARSE : NARROW)
}
