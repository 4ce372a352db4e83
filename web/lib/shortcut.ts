/** Keys that do what a menu or a button does. */
export interface Shortcut {
  /** As people read it on their keyboard. */
  readonly text: string
  /** As `aria-keyshortcuts` names it. */
  readonly aria: string
}

const COMMANDED = 'Mod+'

/** The shortcut of these keys (`F2`, `Mod+C`) on this machine: `Mod` is Command where Apple made it, else Control. */
export function shortcutOf(keys: string, platform: string = navigator.platform): Shortcut {
  if (!keys.startsWith(COMMANDED)) return { text: keys, aria: keys }
  const key = keys.slice(COMMANDED.length)
  return /^(mac|iphone|ipad)/i.test(platform) ? { text: `⌘${key}`, aria: `Meta+${key}` } : { text: `Ctrl+${key}`, aria: `Control+${key}` }
}
