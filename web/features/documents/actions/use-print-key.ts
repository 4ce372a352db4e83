import { useEffect, useEffectEvent } from 'react'
import { isCovered } from '../../../lib/browser/is-covered.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'
import { useItem } from '../list/items-query.ts'
import { actionOfKey } from './action-keys.ts'
import type { ActionCaller } from './item-actions.ts'
import { useAct } from './use-act.ts'
import { useReadingActions } from './use-reading-actions.ts'

/** Prints the open document, never the screen, which may show pages without print permission. */
export function usePrintKey(
  caller: ActionCaller,
  folder: number,
  openId: number | undefined,
): void {
  const { item } = useItem(caller.roomId, folder, openId)
  const reading = useReadingActions(caller)
  const act = useAct()
  const print = useEffectEvent(() => {
    if (openId === undefined || item) act(reading.print(item ? [item] : []))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || actionOfKey(event) !== 'print') return
      event.preventDefault()
      if (!isCovered()) print()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
