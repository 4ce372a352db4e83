import { type KeyboardEvent, useRef } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { findName } from './name-match.ts'

const PAUSE_MS = 700

/** Input methods report "Process" as the key. */
function letterOf({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const letter = key === 'Process' ? code.replace(/^Key/, '').toLowerCase() : key
  return /^[\p{L}\p{N}]$/u.test(letter) ? letter : undefined
}

export function useTypeahead(): (
  event: KeyboardEvent,
  names: () => readonly string[],
  from: number,
) => number | undefined {
  const typed = useRef({ text: '', forget: () => {} })
  return (event, names, from) => {
    const letter = letterOf(event)
    if (letter === undefined) return undefined
    typed.current.forget()
    const text = typed.current.text + letter
    const forget = systemClock.after(PAUSE_MS, () => {
      typed.current = { text: '', forget: () => {} }
    })
    typed.current = { text, forget }
    const found = findName(names(), from, text)
    return found < 0 ? undefined : found
  }
}
