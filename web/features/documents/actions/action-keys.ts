export type KeyedAction =
  | 'rename'
  | 'delete'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'print'
  | 'order'
  | 'order-up'
  | 'order-down'

type Key = Readonly<
  Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>
>

const ALONE: Readonly<Record<string, KeyedAction>> = { F2: 'rename', F4: 'order', Delete: 'delete' }
const WITH_ALT: Readonly<Record<string, KeyedAction>> = {
  ArrowUp: 'order-up',
  ArrowDown: 'order-down',
}
const WITH_CONTROL: Readonly<Record<string, KeyedAction>> = {
  c: 'copy',
  x: 'cut',
  v: 'paste',
  p: 'print',
}

/** Hangul layouts report no Latin letter, so `code` gives it. */
const letterOf = ({ key, code }: Key): string =>
  (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toLowerCase()

export function actionOfKey(key: Key): KeyedAction | undefined {
  if (key.shiftKey) return undefined
  if (key.altKey) return key.ctrlKey || key.metaKey ? undefined : WITH_ALT[key.key]
  if (key.ctrlKey !== key.metaKey) return WITH_CONTROL[letterOf(key)]
  return key.ctrlKey ? undefined : ALONE[key.key]
}

export const KEYS_OF: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(ALONE).map(([key, action]) => [action, key]),
  ...Object.entries(WITH_ALT).map(([key, action]) => [
    action,
    `Alt+${key === 'ArrowUp' ? '↑' : '↓'}`,
  ]),
  ...Object.entries(WITH_CONTROL).map(([letter, action]) => [
    action,
    `Mod+${letter.toUpperCase()}`,
  ]),
])
