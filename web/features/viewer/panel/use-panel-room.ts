import { type RefObject, useLayoutEffect, useState } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'

/** Widths are in CSS pixels; touch controls are larger. */
interface Needed {
  readonly fine: number
  readonly coarse: number
}

/** Pages stay readable beside thumbnails at 1,600 pixels. */
const THUMBNAILS: Needed = { fine: 560, coarse: 640 }
/** One line leaves the name 200 pixels. */
const ONE_LINE: Needed = { fine: 680, coarse: 840 }

export interface PanelRoom {
  readonly hasThumbnails: boolean
  readonly hasOneLine: boolean
}

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
