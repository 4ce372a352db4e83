import { type KeyboardEvent, useRef } from 'react'
import { systemClock } from '../../lib/clock.ts'
import { findName } from './name-match.ts'

/** After so long a letter begins a new word. */
const PAUSE_MS = 700

/** The letter of a key. An input method keeps it to itself ("Process") even where there is nothing to write into; the key is known all the same. */
function letterOf({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const letter = key === 'Process' ? code.replace(/^Key/, '').toLowerCase() : key
  return /^[\p{L}\p{N}]$/u.test(letter) ? letter : undefined
}

/** Finds rows by the letters that are typed on them: returns the index of the row to go to, or undefined when the key is none of a name. */
export function useTypeahead(): (event: KeyboardEvent, names: () => readonly string[], from: number) => number | undefined {
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
