import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '../../../lib/is-composing.ts'
import { isCovered } from '../../../lib/is-covered.ts'
import { useItem } from '../items-query.ts'
import { actionOfKey } from './action-keys.ts'
import type { ActionCaller } from './item-actions.ts'
import { useAct } from './use-act.ts'
import { useReadingActions } from './use-reading-actions.ts'

/**
 * Control+P or Command+P anywhere on a screen of documents prints the open document as the button does, and never the screen, on which pages
 * stand that are not for printing. Without an open document it asks for a file; a list that has taken the key for a row is left alone.
 */
export function usePrintKey(caller: ActionCaller, folder: number, openId: number | undefined): void {
  const { item } = useItem(caller.roomId, folder, openId)
  const reading = useReadingActions(caller)
  const act = useAct()
  const print = useEffectEvent(() => {
    // What is open and not known yet is neither printed nor missing.
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
