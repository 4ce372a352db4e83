const ABOVE = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]'

export const isCovered = (): boolean => document.querySelector(ABOVE) !== null
