/** The schemas of the contract are not needed to draw the entrance; they come while the PIN is typed. */
export const loadJoin = () => import('./join-room.ts')
