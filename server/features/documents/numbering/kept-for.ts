/** How long an act on index numbers can be taken back. */
export const NUMBERS_KEPT_MS = 6 * 3_600_000
