export interface Shortcut {
  readonly text: string
  /** `aria-keyshortcuts` defines the form. */
  readonly aria: string
}

const COMMANDED = 'Mod+'

/** `Mod` is Command on Apple systems, else Control. */
export function shortcutOf(keys: string, platform: string = navigator.platform): Shortcut {
  if (!keys.startsWith(COMMANDED))
    return { text: keys, aria: keys.replace('↑', 'ArrowUp').replace('↓', 'ArrowDown') }
  const key = keys.slice(COMMANDED.length)
  return /^(mac|iphone|ipad)/i.test(platform)
    ? { text: `⌘${key}`, aria: `Meta+${key}` }
    : { text: `Ctrl+${key}`, aria: `Control+${key}` }
}
