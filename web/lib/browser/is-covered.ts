const ABOVE = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]'

/** Toasts do not cover the page. */
export const isCovered = (): boolean => document.querySelector(ABOVE) !== null
