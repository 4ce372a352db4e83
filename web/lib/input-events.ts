/** What somebody who is there does to a page. */
export const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'wheel'] as const
