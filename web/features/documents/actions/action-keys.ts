/** What keys ask for in a list. */
export type KeyedAction = 'rename' | 'delete' | 'copy' | 'cut' | 'paste' | 'print'

type Key = Readonly<Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>>

const ALONE: Readonly<Record<string, KeyedAction>> = { F2: 'rename', Delete: 'delete' }
const WITH_CONTROL: Readonly<Record<string, KeyedAction>> = { c: 'copy', x: 'cut', v: 'paste', p: 'print' }

/** The letter of a key, as the layout has it; where that gives Hangul, the letter on the key. */
const letterOf = ({ key, code }: Key): string => (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toLowerCase()

/** What a key asks for, or undefined: F2, Delete, and letters with Control or Command. */
export function actionOfKey(key: Key): KeyedAction | undefined {
  if (key.altKey || key.shiftKey) return undefined
  if (key.ctrlKey !== key.metaKey) return WITH_CONTROL[letterOf(key)]
  return key.ctrlKey ? undefined : ALONE[key.key]
}

/** The keys of what they ask for, as a menu shows them. */
export const KEYS_OF: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(ALONE).map(([key, action]) => [action, key]),
  ...Object.entries(WITH_CONTROL).map(([letter, action]) => [action, `Mod+${letter.toUpperCase()}`]),
])
