const ABOVE = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]'

/** Whether something lies above the screen that takes the keys: a dialog or a menu. What is said in passing takes none. */
export const isCovered = (): boolean => document.querySelector(ABOVE) !== null
