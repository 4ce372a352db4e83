export const NUMBERS_KEPT_MS = 6 * 3_600_000
