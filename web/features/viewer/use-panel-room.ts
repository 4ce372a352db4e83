import { type RefObject, useLayoutEffect, useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'

/** CSS pixels from which on there is room for something; controls for fingers are larger. */
interface Needed {
  readonly fine: number
  readonly coarse: number
}

/** Thumbnails beside pages that can still be read: those of a window of 1,600 pixels. */
const THUMBNAILS: Needed = { fine: 560, coarse: 640 }
/** Name, tools and actions in one line, with 200 pixels or more for the name. */
const ONE_LINE: Needed = { fine: 680, coarse: 840 }

/** What the panel is wide enough for. */
export interface PanelRoom {
  readonly hasThumbnails: boolean
  readonly hasOneLine: boolean
}

/** Measures the panel, now and whenever its width changes. */
export function usePanelRoom(panel: RefObject<HTMLElement | null>): PanelRoom {
  const [width, setWidth] = useState(0)
  const kind = useMediaQuery('(pointer: coarse)') ? 'coarse' : 'fine'
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return undefined
    const read = () => setWidth(element.clientWidth)
    const size = new ResizeObserver(read)
    size.observe(element)
    read()
    return () => size.disconnect()
  }, [panel])
  return { hasThumbnails: width >= THUMBNAILS[kind], hasOneLine: width >= ONE_LINE[kind] }
}
