/** The list of a folder, as soon as it shows items. */
export const listed = ({ page }) => page.locator('.items-row:not(.items-row-unknown)').first().waitFor()

/** Toasts have the same role, but are not modal. */
export const message = ({ page }) => page.locator('[role=alertdialog]:not([aria-modal=false])')

export const told = (stage) => message(stage).waitFor()
